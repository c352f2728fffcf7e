import type { Deployment, Desired, Service } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { restricted } from '../parts/container.ts';

/** The name of the container port, by which the Service finds it regardless of its number. */
const port = 'memcached';

/** The user id of the image's user: Kubernetes cannot check whether a user that is given by name is root. */
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
          // Each null keeps a field unset that would change the meaning of others: the address of memcached, the probed
          // port, the command, and the user.
          hostNetwork: null,
          securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image,
              imagePullPolicy: 'IfNotPresent',
              // Options and values are separate arguments, because memcached exits at `-m=64`.
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

/** Builds the Service, with the default port of memcached. */
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
