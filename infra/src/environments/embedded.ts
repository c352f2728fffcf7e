import type { Environment } from './environment.ts';

/** The control plane that the demo and the tests bring along: every default, the whole cluster. */
export const embedded: Environment = {
  name: 'embedded',
  namespace: 'kubewright-system',
  replicas: 2,
};
