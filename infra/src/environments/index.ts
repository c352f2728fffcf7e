/**
 * The environments in which the operator runs. `environment.ts` has the type, `shape.ts` what data has to look like to be
 * one, `find.ts` the list; each environment has a file.
 */
export { dev } from './dev.ts';
export { embedded } from './embedded.ts';
export { environments, findEnvironment } from './find.ts';
export { production } from './production.ts';
export { staging } from './staging.ts';
export { loadEnvironment } from './load.ts';
