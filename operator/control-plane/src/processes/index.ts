/**
 * Processes that never outlive their parent.
 *
 * - `processes.ts`: the entry point, `startProcesses`; starts the supervisor
 * - `running-process.ts`: the spec of a process, and the handle of a running one
 * - `supervisor.ts`: a separate process with a pipe to its parent; ends all processes when the parent has ended
 * - `ledger.ts`: the parent's record of its requests to the supervisor
 * - `process-table.ts`, `end-tree.ts`: lists and identifies processes, and ends a tree
 * - `log-tail.ts`: the last lines of a log, for error messages
 * - `record.ts`: the file from which a later run ends the processes if parent and supervisor were both killed
 */
export { getLogSize, readLogTail } from './log-tail.ts';
export { readProcessTable } from './process-table.ts';
export { startProcesses } from './processes.ts';
export type { Processes, ProcessesOptions } from './processes.ts';
export type { ProcessExit, ProcessSpec, RunningProcess } from './running-process.ts';
