import { progress, seconds } from './progress.ts';

/** A machine that is busy elsewhere may hold up one try, or two. */
const mostTries = 3;

/**
 * The least of what is measured, in milliseconds, in as many tries as it takes to be within `withinMs`, and at most three.
 *
 * @param what is told with the figures
 * @param measure gets the number of the try
 */
export async function soonest(
  what: string,
  withinMs: number,
  measure: (attempt: number) => Promise<number>,
): Promise<number> {
  const tookMs: number[] = [];
  while (tookMs.length < mostTries && !tookMs.some((each) => each < withinMs))
    tookMs.push(await measure(tookMs.length));
  progress(`${what}: ${tookMs.map(seconds).join(', ')}`);
  return Math.min(...tookMs);
}
