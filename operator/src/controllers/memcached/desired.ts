import type { Deployment, Desired, Service } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { restricted } from '../parts/container.ts';

/** Name of the container's port, by which the Service finds it whatever its number is. */
const port = 'memcached';

/** The user of the image, by number: Kubernetes cannot check whether a user name is root. */
const user = 11_211;

/** The labels by which the Deployment and the Service find the Pods of a Memcached. */
export function buildPodLabels(memcached: Memcached): { readonly app: string; readonly memcached_cr: string } {
  return { app: 'memcached', memcached_cr: memcached.metadata.name };
}

/** The Deployment whose Pods are the cache. */
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
          // Each null below keeps a field unset that would change the meaning of the others: where memcached listens,
          // which port is probed, what is run, and as which user.
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

/** The Service that reaches the Pods at memcached's own port. */
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
