/**
 * `@kubewright/operator/testing`: what tests of operators need, ours and yours.
 *
 * - `processes/`: processes that never outlive the one that started them
 */
export { startProcesses } from './processes/index.ts';
export type { ProcessExit, Processes, ProcessesOptions, ProcessSpec, RunningProcess } from './processes/index.ts';
