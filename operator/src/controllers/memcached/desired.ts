import type { Deployment, Desired, Service } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { restricted } from '../parts/container.ts';

/** The name by which the Service finds the container's port, regardless of its number. */
const port = 'memcached';

/** The image's user by number: Kubernetes cannot check whether a named user is root. */
const user = 11_211;

/** The labels by which the Deployment and the Service find the Pods of a Memcached. */
export function buildPodLabels(memcached: Memcached): { readonly app: string; readonly memcached_cr: string } {
  return { app: 'memcached', memcached_cr: memcached.metadata.name };
}

export function buildDeployment(memcached: Memcached, image: string): Desired<Deployment> {
  const { size, containerPort } = memcached.spec;
  const labels = buildPodLabels(memcached);
  return {
    metadata: { name: memcached.metadata.name, labels },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          // Each null below keeps a field unset that would change the meaning of the others: the address of memcached,
          // the probed port, the command, and the user.
          hostNetwork: null,
          securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image,
              imagePullPolicy: 'IfNotPresent',
              // Each value is a separate argument: memcached does not accept `-m=64`, and exits.
              command: ['memcached', '-m', '64', '-o', 'modern', '-v', '-p', String(containerPort)],
              args: null,
              ports: [{ name: port, containerPort, protocol: 'TCP' }],
              readinessProbe: { tcpSocket: { port, host: null } },
              securityContext: restricted,
            },
          ],
        },
      },
    },
  };
}

/** The Service has memcached's default port. */
export function buildService(memcached: Memcached): Desired<Service> {
  const labels = buildPodLabels(memcached);
  return {
    metadata: { name: memcached.metadata.name, labels },
    spec: {
      type: 'ClusterIP',
      selector: labels,
      ports: [{ name: port, port: 11_211, protocol: 'TCP', targetPort: port }],
    },
  };
}
