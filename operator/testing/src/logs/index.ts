/**
 * The output of containers, with the times at which it was written.
 *
 * - `log-files`: the files: the output itself, and an index beside it; each has one older part
 * - `log-records`: the records of an index: for a position in the output the time and the run
 * - `log-writer`: appends, and rotates a large file; part of the supervisor
 * - `log-pieces`, `read-log`: the output of one run, with the options of `kubectl logs`; `read-whole-log`: of all runs
 *
 * @module
 */
export { logPartsOf } from './log-files.ts';
export { LogWriter } from './log-writer.ts';
export { type LogQuery, readLog } from './read-log.ts';
export { readWholeLog } from './log-files.ts';
