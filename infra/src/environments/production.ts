import type { Environment } from '../options/index.ts';

/**
 * Three replicas, one per zone if the cluster has three zones, for tens of thousands of resources. No Pets, as there is no
 * store, and no samples. The image has the declared version as its tag, so only a commit changes it.
 */
export const production: Environment = {
  name: 'production',
  namespace: 'kubewright-system',
  replicas: 3,
  controllers: ['echo', 'immortal-container', 'memcached', 'scheduled-echo', 'web-server'],
  createsEverywhere: ['cronjobs.batch', 'deployments.apps', 'jobs.batch', 'pods', 'services'],
  metrics: { secure: true },
  networkPolicy: { egress: {} },
  aggregatedRoles: true,
  settings: { workers: 20 },
  resources: { cpuRequest: '250m', memoryRequest: '256Mi', memoryLimit: '512Mi' },
  samples: false,
};
