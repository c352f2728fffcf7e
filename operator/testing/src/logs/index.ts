/**
 * What a container writes, with the time at which it came.
 *
 * - `log-files`: where it lies: the output as it is, and beside it an index; each has one older part
 * - `log-records`: the records of an index, which say of a place in the output when it was written, and in which run
 * - `log-writer`: appends, and begins a new file when one has become large; part of the supervisor
 * - `log-pieces`, `read-log`: the output of one run, as `kubectl logs` asks for it; `read-whole-log`: of all runs
 *
 * @module
 */
export { logPartsOf } from './log-files.ts';
export { LogWriter } from './log-writer.ts';
export { type LogQuery, readLog } from './read-log.ts';
export { readWholeLog } from './read-whole-log.ts';
