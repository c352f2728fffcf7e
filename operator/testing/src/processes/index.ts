/**
 * Processes that never outlive the process that started them.
 *
 * - `processes.ts`: the entry point, `startProcesses`; starts the supervisor
 * - `running-process.ts`: the spec of a process, and the handle of a running one
 * - `supervisor.ts`: a separate process that holds a pipe of its parent and ends everything at end of file
 * - `protocol.ts`, `ledger.ts`: the messages between parent and supervisor, and the parent's record of what it
 *   requested
 * - `process-table.ts`, `identity.ts`, `end-tree.ts`: which processes run, whether one is still the same, how a tree
 *   ends
 * - `log-tail.ts`: the end of a log, for error messages
 * - `record.ts`: the file by which a later run cleans up when parent and supervisor were both killed
 */
export { logSize, logTail } from './log-tail.ts';
export { processTable } from './process-table.ts';
export { startProcesses } from './processes.ts';
export type { Processes, ProcessesOptions } from './processes.ts';
export type { ProcessExit, ProcessPipes, ProcessSpec, RunningProcess } from './running-process.ts';
