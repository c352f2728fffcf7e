import { setTimeout as sleep } from 'node:timers/promises';

import {
  createDeadline,
  getMessage,
  neverAborted,
  OperatorError,
  systemClock,
  watchAbort,
} from '@kubewright/runtime/internal/base';
import { describeUnreadyPods, type Kubectl } from './unready-pods.ts';

export interface WaitForOptions {
  /** What the test waits for, for the error message: "the café is open". */
  readonly what: string;
  /** The timeout in milliseconds. @default 60_000 */
  readonly timeoutMs?: number;
  /** The pause between two checks in milliseconds. @default 100 */
  readonly everyMs?: number;
  /** Ends the wait at once, even during a check. @default - never */
  readonly signal?: AbortSignal;
}

const defaults = { timeoutMs: 60_000, everyMs: 100 } as const satisfies Partial<WaitForOptions>;

/** Time limit in milliseconds of a check that begins shortly before or after the timeout. */
const lastLookMs = 5_000;

/** Thrown if a check has not ended in time: another check would not either. */
class StuckCheckError extends Error {
  override readonly name = 'StuckCheckError';
}

/**
 * Calls `look` until it returns a value, and resolves with that value. `undefined`, `false` and a thrown error mean
 * "not yet". Guarantees: ends even if `look` does not: a call in progress at the timeout gets at most five more
 * seconds, and never more than `timeoutMs`. Throws: after `timeoutMs`, with the last error, the Pods that are not
 * ready, the reasons, and the ends of their logs; the reason of `signal`.
 */
export async function waitFor<T>(
  { kubectl }: { readonly kubectl: Kubectl },
  look: () => Promise<T | undefined | false>,
  options: WaitForOptions,
): Promise<T> {
  const { what, timeoutMs, everyMs, signal = neverAborted } = { ...defaults, ...options };
  const giveUpAt = performance.now() + timeoutMs;
  let last: unknown;
  // The last check comes after the timeout, because this process may have been delayed itself.
  for (let isLast = false; !isLast;) {
    const leftMs = giveUpAt - performance.now();
    isLast = leftMs <= 0;
    try {
      const found = await runCheck(look, Math.max(leftMs, Math.min(timeoutMs, lastLookMs)), signal);
      if (found !== undefined && found !== false) return found;
      last = undefined;
    } catch (error) {
      last = error;
      isLast ||= error instanceof StuckCheckError;
    }
    signal.throwIfAborted();
    if (!isLast) await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const why = last === undefined ? '' : ` (${getMessage(last)})`;
  const how = await describeUnreadyPods(kubectl);
  throw new OperatorError('TIMED_OUT', `observe within ${String(timeoutMs / 1000)} s`, {
    hint: `${what}${why}\n${how}`,
    cause: last,
  });
}

/** Calls `look`. Throws: `StuckCheckError` after `withinMs`; another error once `signal` aborts. */
async function runCheck<T>(look: () => Promise<T>, withinMs: number, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  using limit = createDeadline(systemClock, { what: 'look', afterMs: withinMs, parent: signal });
  using ending = watchAbort(limit.signal);
  const tooLong = ending.aborted.then(() => Promise.reject(new StuckCheckError('the check is still running')));
  return await Promise.race([look(), tooLong]);
}
