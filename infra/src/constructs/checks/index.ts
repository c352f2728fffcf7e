/**
 * What is wrong with options: `Faults` collects it for the synth, and an `OptionError` is one of them. `checkTwice` finds
 * objects that are there twice, and `checkServedTwice` installations that work on the same resources.
 *
 * @module
 */
export { Faults, instead, OptionError } from './faults.ts';
export { checkServedTwice } from './served-twice.ts';
export { checkTwice } from './twice.ts';
