/**
 * What is wrong with options: `Faults` collects it for the synth, and an `OptionError` is one of them.
 *
 * @module
 */
export { Faults, instead, OptionError } from './faults.ts';
