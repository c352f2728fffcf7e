/** The environments in which the operator runs, and how a user's own is read from a file. */
export { dev, embedded, environments, findEnvironment, production, staging } from './environments.ts';
export { loadEnvironment } from './load.ts';
