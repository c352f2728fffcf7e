import type { Environment } from '../options/index.ts';

/**
 * The control plane of the demo and of the tests. The operator serves the whole cluster. The whole pet store is
 * searched often, so that its changes show soon.
 */
export const embedded: Environment = {
  name: 'embedded',
  namespace: 'kubewright-system',
  replicas: 2,
  // It ends with its control plane: nobody's resources are in it.
  crds: 'prune',
  // The demo and the tests read the metrics. Other machines cannot: the Pods listen on this machine's loopback.
  metrics: { plain: true },
  petStore: { namespace: 'petstore' },
  settings: {
    petstoreAddress: 'petstore-service.petstore.svc.cluster.local:6742',
    petstoreResync: '10s',
    // The demo kills the leader and waits for the other replica.
    ...{ leaseDurationSeconds: 5, renewDeadlineSeconds: 4, retryPeriodSeconds: 1 },
  },
};
