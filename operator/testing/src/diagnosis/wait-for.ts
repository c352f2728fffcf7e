import { setTimeout as sleep } from 'node:timers/promises';

import {
  deadline,
  messageOf,
  neverAborted,
  OperatorError,
  systemClock,
  whenAborted,
} from '@kubewright/runtime/internal/base';
import { describeUnreadyPods, type Kubectl } from './unready-pods.ts';

export interface WaitForOptions {
  /** What is waited for, for the error: "the café is open". */
  readonly what: string;
  /** @default 60_000 */
  readonly timeoutMs?: number;
  /** How long to wait between two checks. @default 100 */
  readonly everyMs?: number;
  /** Ends the wait at once, also in the middle of a check. @default - never */
  readonly signal?: AbortSignal;
}

const defaults = { timeoutMs: 60_000, everyMs: 100 } as const satisfies Partial<WaitForOptions>;

/** What a look may take that begins when time is almost up, or is. */
const lastLookMs = 5_000;

/** A look that has not ended in its time: another one would not either. */
class StuckLook extends Error {
  override readonly name = 'StuckLook';
}

/**
 * Waits until `look` gives something, and resolves with it: `undefined`, `false` and an error mean "not yet".
 *
 * Guarantees: ends though `look` does not; a look that is under way when time is up has five seconds more at most, and
 * never more than `timeoutMs`.
 *
 * Throws: after `timeoutMs`, with the last error, the Pods that are not ready, why, and the ends of their logs; the reason
 * of `signal`.
 */
export async function waitFor<T>(
  { kubectl }: { readonly kubectl: Kubectl },
  look: () => Promise<T | undefined | false>,
  options: WaitForOptions,
): Promise<T> {
  const { what, timeoutMs, everyMs, signal = neverAborted } = { ...defaults, ...options };
  const giveUpAt = performance.now() + timeoutMs;
  let last: unknown;
  // Looks once more when time is up: this process may have been held up itself.
  for (let isLast = false; !isLast;) {
    const leftMs = giveUpAt - performance.now();
    isLast = leftMs <= 0;
    try {
      const found = await ended(look, Math.max(leftMs, Math.min(timeoutMs, lastLookMs)), signal);
      if (found !== undefined && found !== false) return found;
      last = undefined;
    } catch (error) {
      last = error;
      isLast ||= error instanceof StuckLook;
    }
    signal.throwIfAborted();
    if (!isLast) await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const why = last === undefined ? '' : ` (${messageOf(last)})`;
  const how = await describeUnreadyPods(kubectl);
  throw new OperatorError('TIMED_OUT', `see within ${String(timeoutMs / 1000)} s`, {
    hint: `${what}${why}\n${how}`,
    cause: last,
  });
}

/** Throws: `StuckLook` after `withinMs`; something else once `signal` aborts. */
async function ended<T>(look: () => Promise<T>, withinMs: number, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  using limit = deadline(systemClock, { what: 'look', afterMs: withinMs, parent: signal });
  using ending = whenAborted(limit.signal);
  const tooLong = ending.aborted.then(() => Promise.reject(new StuckLook('the look did not end')));
  return await Promise.race([look(), tooLong]);
}
