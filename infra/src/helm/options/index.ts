/**
 * What can be given to a chart, and where it shows.
 *
 * @module
 */
export { mostControllers } from './cluster-options.ts';
export type { Given, Option } from './option.ts';
export { optionsOf } from './options-of.ts';
export { settable } from './setting-options.ts';
