import { readFile } from 'node:fs/promises';

/** What a process has taken so far. */
export interface ProcessUsage {
  /** CPU time in user and system mode. */
  readonly cpuSeconds: number;
  /** Resident memory now. */
  readonly rssBytes: number;
  /** The most that it ever had. */
  readonly peakRssBytes: number;
}

/** Linux counts CPU time in hundredths of a second for everybody outside of the kernel. */
const ticksPerSecond = 100;

/** Reads what the kernel knows of a process. https://man7.org/linux/man-pages/man5/proc.5.html */
export async function usageOf(pid: number): Promise<ProcessUsage> {
  const [stat, status] = await Promise.all(
    ['stat', 'status'].map((file) => readFile(`/proc/${String(pid)}/${file}`, 'utf8')),
  );
  // The name of the program, in parentheses, may hold blanks.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]);
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    rssBytes: kilobytes('VmRSS') * 1024,
    peakRssBytes: kilobytes('VmHWM') * 1024,
  };
}
