/**
 * Processes that never outlive the one that started them.
 *
 * - `processes.ts`: the way in, `startProcesses`; starts the supervisor
 * - `running-process.ts`: what is asked for, and what one gets
 * - `supervisor.ts`: a script of its own that holds a pipe of its parent and ends everything on end of file
 * - `protocol.ts`, `ledger.ts`: what the two say to each other, and the parent's book of it
 * - `process-table.ts`, `identity.ts`, `end-tree.ts`: who runs, whether it is still the same one, and how a tree ends
 * - `log-tail.ts`: the end of a log, for the error of who has started what wrote it
 * - `record.ts`: the file that lets a later run clean up after both were killed at once
 */
export { logSize, logTail } from './log-tail.ts';
export { processTable } from './process-table.ts';
export { startProcesses } from './processes.ts';
export type { Processes, ProcessesOptions } from './processes.ts';
export type { ProcessExit, ProcessPipes, ProcessSpec, RunningProcess } from './running-process.ts';
