import type { Environment } from './environment.ts';

/** A replica per zone, for tens of thousands of objects. The tag is the declared version: it moves by a commit only. */
export const production: Environment = {
  name: 'production',
  namespace: 'kubewright-system',
  replicas: 3,
  metrics: { secure: true },
  settings: { workers: 20 },
  resources: { cpuRequest: '250m', memoryRequest: '256Mi', memoryLimit: '512Mi' },
};
