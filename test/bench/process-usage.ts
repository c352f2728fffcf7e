import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The resources that a process has used so far. */
export interface ProcessUsage {
  /** CPU time in user and system mode. */
  readonly cpuSeconds: number;
  /** The current resident memory. */
  readonly rssBytes: number;
  /** The current resident memory, with shared memory divided among the processes that share it. */
  readonly pssBytes: number;
  /** The peak of the resident memory. */
  readonly peakRssBytes: number;
}

/** Linux reports CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Reads the usage of a process from /proc. https://man7.org/linux/man-pages/man5/proc.5.html */
export async function readUsage(pid: number): Promise<ProcessUsage> {
  const file = (name: string): Promise<string> => readFile(`/proc/${String(pid)}/${name}`, 'utf8');
  const [cpuSeconds, status, rollup] = await Promise.all([readCpuSeconds(pid), file('status'), file('smaps_rollup')]);
  return {
    cpuSeconds,
    rssBytes: parseBytes(status, 'VmRSS'),
    pssBytes: parseBytes(rollup, 'Pss'),
    peakRssBytes: parseBytes(status, 'VmHWM'),
  };
}

/** The CPU time that a process has used so far, in user and system mode. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  // Starts after the name of the program, which is in parentheses and may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The CPU time of all processes that run a program of one of these names with `argument` among its arguments. */
export async function sumCpuSeconds(programs: readonly string[], argument: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const seconds = pids.map(async (pid) => {
    const commandLine = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...args] = commandLine.split('\0');
    const isOne = programs.includes(path.basename(program)) && args.some((each) => each.includes(argument));
    return isOne ? readCpuSeconds(pid) : 0;
  });
  return (await Promise.all(seconds)).reduce((sum, each) => sum + each, 0);
}

function parseBytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
}
