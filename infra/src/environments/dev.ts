import type { Environment } from './environment.ts';

/**
 * A shared cluster where nobody gets a ClusterRole: one replica that serves, and may touch, one namespace. Its metrics stay
 * on loopback, as secure ones need rights in the whole cluster.
 */
export const dev: Environment = {
  name: 'dev',
  namespace: 'kubewright-system',
  replicas: 1,
  namespaces: ['kubewright-samples'],
  createNamespaces: ['kubewright-samples'],
  samplesNamespace: 'kubewright-samples',
  petStore: { namespace: 'kubewright-petstore' },
  settings: {
    logLevel: 'debug',
    logFormat: 'text',
    petstoreAddress: 'petstore-service.kubewright-petstore.svc.cluster.local:6742',
  },
};
