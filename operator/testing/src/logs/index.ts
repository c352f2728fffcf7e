/**
 * The output of containers, with timestamps.
 *
 * - `log-files`: two files, the output itself and its lines with their times; each keeps one rotated predecessor (`.1`)
 * - `log-lines`: the records of the second file
 * - `log-writer`: appends, and rotates large files; part of the supervisor
 * - `read-log`: the output of one run, with the options of `kubectl logs`
 *
 * @module
 */
export { readWholeLog } from './log-files.ts';
export { type LogQuery, readLog } from './read-log.ts';
