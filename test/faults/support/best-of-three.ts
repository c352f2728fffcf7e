import { formatDuration, printProgress } from './progress.ts';

/** Maximum number of measurements, because other work on the machine may delay one or two of them. */
const maxTries = 3;

/**
 * Measures until a result is below `withinMs`, at most three times. Returns the smallest result in milliseconds.
 * @param what describes the measurement; printed with the results
 * @param measure gets the number of the attempt, from 0
 */
export async function bestOfThree(
  what: string,
  withinMs: number,
  measure: (attempt: number) => Promise<number>,
): Promise<number> {
  const tookMs: number[] = [];
  while (tookMs.length < maxTries && !tookMs.some((each) => each < withinMs)) tookMs.push(await measure(tookMs.length));
  printProgress(`${what}: ${tookMs.map(formatDuration).join(', ')}`);
  return Math.min(...tookMs);
}
