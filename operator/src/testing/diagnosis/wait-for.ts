import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '../../runtime/base/index.ts';
import { describeUnreadyPods, type Kubectl } from './unready-pods.ts';

export interface WaitForOptions {
  /** What is waited for, for the error: "the café is open". */
  readonly what: string;
  /** @default 60_000 */
  readonly timeoutMs?: number;
  /** How long to wait before it is looked at again. @default 100 */
  readonly everyMs?: number;
  /** Ends the wait at once. @default - never */
  readonly signal?: AbortSignal;
}

const defaults = { timeoutMs: 60_000, everyMs: 100 } as const satisfies Partial<WaitForOptions>;

/**
 * Waits until `look` gives something, and resolves with it: `undefined`, `false` and an error mean "not yet".
 *
 * Throws: after `timeoutMs`, with the last error, the Pods that are not ready, why, and the ends of their logs; the reason
 * of `signal`.
 */
export async function waitFor<T>(
  { kubectl }: { readonly kubectl: Kubectl },
  look: () => Promise<T | undefined | false>,
  options: WaitForOptions,
): Promise<T> {
  const { what, timeoutMs, everyMs, signal } = { ...defaults, ...options };
  const giveUpAt = performance.now() + timeoutMs;
  let last: unknown;
  // Looks once more when time is up: this process may have been held up itself.
  for (let isLast = false; !isLast;) {
    isLast = performance.now() >= giveUpAt;
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (!isLast) await sleep(everyMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
  const why = last === undefined ? '' : ` (${messageOf(last)})`;
  const how = await describeUnreadyPods(kubectl);
  throw new Error(`not within ${String(timeoutMs / 1000)} s: ${what}${why}\n${how}`, { cause: last });
}
