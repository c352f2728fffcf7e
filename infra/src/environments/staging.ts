import type { Environment } from '../options/index.ts';
import { production } from './production.ts';

/** Production in small: whatever is allowed or refused there is so here first. */
export const staging: Environment = {
  ...production,
  name: 'staging',
  replicas: 2,
  settings: { ...production.settings, workers: 10 },
  resources: { cpuRequest: '100m', memoryRequest: '128Mi', memoryLimit: '256Mi' },
};
