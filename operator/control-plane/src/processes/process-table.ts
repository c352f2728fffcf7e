import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A line of the operating system's process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** The session id on Linux, the process group id on other systems. It does not change when the leader ends. */
  readonly group: number;
  /** Whether the process has ended but its parent has not reaped it. It runs no code and holds no port or file. */
  readonly zombie: boolean;
  /** The start time in a format of the system. Distinguishes processes that have had the same pid. */
  readonly startTime: string;
}

/** Lists the processes that this user can see: from `/proc` on Linux, from `ps` elsewhere. */
export function readProcessTable(): ProcessEntry[] {
  return process.platform === 'linux' ? readLinuxTable() : readPortableTable();
}

/** Finds a process; `undefined` if it does not exist. */
export function findProcessEntry(pid: number): ProcessEntry | undefined {
  if (process.platform !== 'linux') return readPortableTable().find((entry) => entry.pid === pid);
  const stat = readProcFile(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseStat(stat);
}

/** Reads the command line of a process as the system shows it; empty for a zombie, `undefined` if it has ended. */
export function readCommandLine(pid: number): string | undefined {
  if (process.platform === 'linux') return readProcFile(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
  const { stdout, status } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Parses `/proc/<pid>/stat` (proc_pid_stat(5)); the name in parentheses may contain spaces and parentheses. */
export function parseStat(stat: string): ProcessEntry | undefined {
  const afterName = stat.lastIndexOf(')');
  const pid = Number.parseInt(stat, 10);
  const [state, parentPid, , session] = stat.slice(afterName + 2).split(' ');
  const startTime = stat.slice(afterName + 2).split(' ')[19];
  if (afterName < 0 || Number.isNaN(pid) || startTime === undefined) return undefined;
  return {
    pid,
    parentPid: Number(parentPid),
    group: Number(session),
    zombie: state === 'Z' || state === 'X',
    startTime,
  };
}

/** Parses one line of `ps -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const [pid, parentPid, group, state, ...startTime] = line.trim().split(/\s+/);
  if (pid === undefined || state === undefined) return undefined;
  return {
    pid: Number(pid),
    parentPid: Number(parentPid),
    group: Number(group),
    zombie: state.startsWith('Z'),
    startTime: startTime.join(' '),
  };
}

function readLinuxTable(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readProcFile(`/proc/${pid}/stat`))
    .map((stat) => (stat === undefined ? undefined : parseStat(stat)))
    .filter((entry) => entry !== undefined);
}

function readPortableTable(): ProcessEntry[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map(parsePsLine)
    .filter((entry) => entry !== undefined);
}

/** Reads a file in `/proc`; `undefined` if the process has ended, which is expected. */
function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined;
    throw error;
  }
}

/**
 * Identifies a process. A pid is not enough: the system reuses pids, so ending a process by a recorded pid could end
 * another one. Nor is the command line, because a process may execute another program.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time, as in `ProcessEntry.startTime`. */
  readonly startTime: string;
}

/** Returns the identity of the process that has this pid now; `undefined` if no process has it. */
export function identify(pid: number): ProcessIdentity | undefined {
  const entry = findProcessEntry(pid);
  return entry && { pid, startTime: entry.startTime };
}

/** Whether the identified process still runs: same pid, same start time. */
export function isStillRunning({ pid, startTime }: ProcessIdentity): boolean {
  const entry = findProcessEntry(pid);
  return entry !== undefined && !entry.zombie && entry.startTime === startTime;
}
