/**
 * The environments in which the operator runs. `environment.ts` has the type, `find.ts` the list; each environment has
 * a file.
 */
export { dev } from './dev.ts';
export { embedded } from './embedded.ts';
export { type Environment, type EnvironmentPetStore } from './environment.ts';
export { environments, findEnvironment } from './find.ts';
export { production } from './production.ts';
