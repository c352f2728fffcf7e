import { commandLine, processEntry } from './process-table.ts';

/**
 * What makes a process itself. A pid alone is reused by the system: whoever ends a process by a number that was
 * written down earlier could end another process.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque, see `ProcessEntry.startTime`. */
  readonly startTime: string;
  /** Command line; empty if the process had already ended (a zombie) when it was identified. */
  readonly command: string;
}

/** Who has this pid now, `undefined` if nobody. */
export function identify(pid: number): ProcessIdentity | undefined {
  const entry = processEntry(pid);
  return entry && { pid, startTime: entry.startTime, command: commandLine(pid) ?? '' };
}

/** Whether the process that was identified still runs: same pid, same start time, same command. */
export function isStillRunning(identity: ProcessIdentity): boolean {
  const entry = processEntry(identity.pid);
  if (entry === undefined || entry.zombie || entry.startTime !== identity.startTime) return false;
  return commandLine(identity.pid) === identity.command;
}
