import { readFile } from 'node:fs/promises';

/** The resources that a process has used so far. */
export interface ProcessUsage {
  /** CPU time in user and system mode. */
  readonly cpuSeconds: number;
  /** The present resident memory. */
  readonly rssBytes: number;
  /** The peak of the resident memory. */
  readonly peakRssBytes: number;
}

/** Linux reports CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Reads the usage of a process from /proc. https://man7.org/linux/man-pages/man5/proc.5.html */
export async function usageOf(pid: number): Promise<ProcessUsage> {
  const [stat, status] = await Promise.all(
    ['stat', 'status'].map((file) => readFile(`/proc/${String(pid)}/${file}`, 'utf8')),
  );
  // The name of the program, in parentheses, may contain blanks.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status ?? '')?.[1]);
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    rssBytes: kilobytes('VmRSS') * 1024,
    peakRssBytes: kilobytes('VmHWM') * 1024,
  };
}
