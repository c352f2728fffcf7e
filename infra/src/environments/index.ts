/** Where the operator runs: `environment.ts` says what an environment is, `find.ts` lists them, and each has a file. */
export { dev } from './dev.ts';
export { embedded } from './embedded.ts';
export { type Environment, type EnvironmentPetStore } from './environment.ts';
export { environments, findEnvironment } from './find.ts';
export { production } from './production.ts';
