import type { Clock } from '../base/index.ts';
import type { KeyBackoffOptions } from './key-backoff.ts';

/** Told what happens in a queue, for metrics. */
export interface QueueObserver {
  /** A key became due that was not already. */
  added(): void;
  /** There are `depth` keys of `priority` due now that no worker has yet; those of all priorities are `WorkQueue.length`. */
  depth(depth: number, priority: number): void;
  /** A key was handed out, `ms` after it became due. */
  waited(ms: number): void;
  /** A key was put off by `WorkQueue.retry`. */
  retried(): void;
  /** A key was done, `ms` after it was handed out. */
  worked(ms: number): void;
}

export interface AddOptions {
  /** Higher comes first, as far as lower ones get their share. @default 0 */
  readonly priority?: number;
  /** How long to wait. @default 0 */
  readonly afterMs?: number;
}

export interface RetryOptions {
  /** The first wait of this key, also after failures with shorter ones. @default - that of the queue */
  readonly firstMs?: number;
  /** The longest wait of this key. @default - that of the queue */
  readonly maxMs?: number;
  /** The shortest wait; wins over the longest. @default 0 */
  readonly atLeastMs?: number;
  /** @default 0 */
  readonly priority?: number;
}

/**
 * Keys that are due, each at most once.
 *
 * Guarantees: a key is never handed out twice at once; what is asked for while it is being worked on comes once more
 * after `done`; of several times asked for the earliest wins, of several priorities the highest, until it is handed
 * out; a time that has not come yet gives no priority to what is due before it. Within a priority the namespaces are
 * served in turn, and the keys of each first come, first served; of `p` priorities that have something due, a lower one
 * gets one of `8 + p` keys at least. So a key is handed out, with `a` keys of its namespace and priority before it and
 * `n` namespaces in its priority, as number `(a + 1) * n * (8 + p)` at the latest since it became due or was raised
 * (`(a + 1) * n` where `p` is 1). Adding and taking cost the same however long the queue is.
 */
export interface WorkQueue {
  /** Makes `key` due now, or after a while; also a key that waits for its backoff, whose failures still count. */
  add(key: string, options?: AddOptions): void;
  /** Makes `key` due after a wait that doubles with each failure until `forget`; returns that wait in milliseconds. */
  retry(key: string, options?: RetryOptions): number;
  /** Ends the failures of `key`: the next wait is the first one again. A key that waits goes on waiting. */
  forget(key: string): void;
  /** Forgets `key`: what was asked for, now or later, and its failures. The work on it goes on. */
  remove(key: string): void;
  /** Calls of `retry` for `key` since it was last forgotten. */
  failures(key: string): number;
  /** The wait of the last `retry` of `key` before it was shortened at random, in milliseconds; 0 once it is forgotten. */
  backoffMs(key: string): number;
  /**
   * The next key, as soon as there is one; it is in work until `done`. `undefined` after `shutDown`, after `drain` once
   * nothing is left, and as soon as `signal` aborts.
   */
  next(signal?: AbortSignal): Promise<string | undefined>;
  /** Ends the work on `key`. Does nothing for a key that is not in work. */
  done(key: string): void;
  /** Keys that are due now: neither delayed nor in work. */
  readonly length: number;
  /** Hands out nothing any more and takes nothing in. Keys in work stay so until `done`. Cannot be undone. */
  shutDown(): void;
  /**
   * Takes nothing in any more, drops what is delayed, and hands out the rest, among it what was asked for again while it
   * was in work. Resolves once all of that is done, or with `shutDown`.
   */
  drain(): Promise<void>;
  /** How long the oldest key in work has been so; 0 if there is none. */
  readonly oldestInWorkMs: number;
  /** How long all keys in work have been so, together. */
  readonly inWorkMs: number;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** @default - nobody */
  readonly observer?: QueueObserver;
  /** @default - 5 ms, twice as long each time, up to 30 s */
  readonly backoff?: KeyBackoffOptions;
  /** Spreads the retries; in [0, 1), where 0 gives the full wait. @default Math.random */
  readonly random?: () => number;
}
