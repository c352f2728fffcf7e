/**
 * A setup file of the tests that run on mutants: each property tries 20 random cases in place of 100, unless it states
 * a number. A mutant that only a rare case notices survives, and a module is measured within an hour.
 *
 * @module
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ numRuns: 20 });
