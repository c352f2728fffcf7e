import { setTimeout as sleep } from 'node:timers/promises';

/** How long to poll, and how often. */
export interface UntilOptions {
  /** @default 60000: what was refused is tried again after 30 s at most, and the rest of the chain takes its time */
  readonly timeoutMs?: number;
  /** The pause between two polls; in a long wait a tenth of the time so far, 500 ms at most. @default 50 */
  readonly everyMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
}

/**
 * For what needs the whole cluster after its API server was away: the scheduler, the garbage collector and kwok wait up
 * to 30 s each before they watch again, and what one waits for comes from the other.
 */
export const afterOutage: UntilOptions = { timeoutMs: 120_000 };

const longestPauseMs = 500;
const defaults: UntilOptions & { timeoutMs: number; everyMs: number } = { timeoutMs: 60_000, everyMs: 50 };

/**
 * Waits until `probe` gives something: polls it, takes its errors as "not yet", and gives up with the last of them.
 *
 * @param what the thing waited for, for the error: "3 Pods are ready"
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  options: UntilOptions = {},
): Promise<T> {
  const { timeoutMs, everyMs, signal } = { ...defaults, ...options };
  const startedAt = performance.now();
  let last: unknown;
  // Looks once more when time is up: this process may have been held up itself.
  for (let isLast = false; !isLast;) {
    const waitedMs = performance.now() - startedAt;
    isLast = waitedMs >= timeoutMs;
    signal?.throwIfAborted();
    try {
      last = undefined;
      const found = await probe();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await sleep(Math.max(everyMs, Math.min(waitedMs / 10, longestPauseMs)), undefined, signal && { signal });
  }
  const why = last instanceof Error ? ` (${last.message})` : '';
  throw new Error(`not within ${String(timeoutMs / 1000)} s: ${what}${why}`, { cause: last });
}
