import type { Environment } from './environment.ts';

/**
 * The control plane that the demo and the tests bring along: the whole cluster, and a pet store that is searched often
 * enough to watch that.
 */
export const embedded: Environment = {
  name: 'embedded',
  namespace: 'kubewright-system',
  replicas: 2,
  // The demo and the tests read them, and nobody else has a way to this machine's loopback.
  metrics: { plain: true },
  petStore: { namespace: 'petstore' },
  settings: { petstoreAddress: 'petstore-service.petstore.svc.cluster.local:6742', petstoreResync: '10s' },
};
