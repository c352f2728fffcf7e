import { processEntry } from './process-table.ts';

/**
 * Identifies a process. A pid alone does not: the system reuses pids, so ending a process by a recorded pid could end
 * another one. (Its command line does not, either: a process may execute another program.)
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque, see `ProcessEntry.startTime`. */
  readonly startTime: string;
}

/** Identifies the process that has this pid now; `undefined` if there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const entry = processEntry(pid);
  return entry && { pid, startTime: entry.startTime };
}

/** Whether the identified process still runs: same pid, same start time. */
export function isStillRunning({ pid, startTime }: ProcessIdentity): boolean {
  const entry = processEntry(pid);
  return entry !== undefined && !entry.zombie && entry.startTime === startTime;
}
