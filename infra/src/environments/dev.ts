import type { Environment } from '../options/index.ts';

/**
 * A shared cluster in which nobody may create ClusterRoles: one replica, which serves one namespace and has permissions
 * there only. Its metrics stay on loopback, because secure metrics need cluster-wide permissions.
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
