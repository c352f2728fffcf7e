import { setTimeout as sleep } from 'node:timers/promises';

/** The timeout and the interval of a poll. */
export interface UntilOptions {
  /**
   * The timeout in milliseconds. @default 60000, because an operator retries after at most 30 s, and other controllers
   * also need time
   */
  readonly timeoutMs?: number;
  /**
   * The minimum pause between two polls, in milliseconds. The pause grows to a tenth of the time waited so far, at most
   * 500 ms. @default 50
   */
  readonly everyMs?: number;
  /** Ends the wait at once when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Options for waits that need all components of a cluster after its API server was down. The scheduler, the garbage
 * collector and kwok each wait up to 30 s before they watch again, and they depend on each other.
 */
export const afterOutage: UntilOptions = { timeoutMs: 120_000 };

const longestPauseMs = 500;
const defaults: UntilOptions & { timeoutMs: number; everyMs: number } = { timeoutMs: 60_000, everyMs: 50 };

/**
 * Polls `probe` until it returns neither `undefined` nor `false`. If `probe` throws, it is polled again; if the last
 * poll throws, the message of the timeout contains its error.
 *
 * @param what the expected state, for the message of the timeout: "3 Pods are ready"
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  options: UntilOptions = {},
): Promise<T> {
  const { timeoutMs, everyMs, signal } = { ...defaults, ...options };
  const startedAt = performance.now();
  let last: unknown;
  // Polls once more after the timeout, because this process may not have had CPU time in the meantime.
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
