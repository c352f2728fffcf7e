import { commandLine, processEntry } from './process-table.ts';

/**
 * Identifies a process. A pid alone does not: the system reuses pids, so ending a process by a recorded pid could end
 * another one.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque, see `ProcessEntry.startTime`. */
  readonly startTime: string;
  /** Command line; empty if the process had already ended (a zombie) when it was identified. */
  readonly command: string;
}

/** Identifies the process that has this pid now; `undefined` if there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const entry = processEntry(pid);
  return entry && { pid, startTime: entry.startTime, command: commandLine(pid) ?? '' };
}

/** Whether the identified process still runs: same pid, same start time, same command. */
export function isStillRunning(identity: ProcessIdentity): boolean {
  const entry = processEntry(identity.pid);
  if (entry === undefined || entry.zombie || entry.startTime !== identity.startTime) return false;
  return commandLine(identity.pid) === identity.command;
}
