/**
 * A setup file of the tests that run on mutants: each property tries 20 random cases instead of 100, unless it states a
 * number. A module is then measured within an hour, but mutants that only a rare case detects survive.
 *
 * @module
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ numRuns: 20 });
