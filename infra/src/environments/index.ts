/** Our environments, and the loader for a user's own. */
export { dev, embedded, environments, findEnvironment, production, staging } from './environments.ts';
export { loadEnvironment } from './load.ts';
