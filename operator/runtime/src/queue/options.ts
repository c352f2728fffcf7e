import type { Clock } from '../base/index.ts';
import type { KeyBackoffOptions } from './key-backoff.ts';

/** Called with what happens in a queue, for metrics. */
export interface QueueObserver {
  /** A key became due that was not due already. */
  onAdded(): void;
  /** There are `onDepth` keys of `priority` due now that no worker has yet; those of all priorities are `WorkQueue.length`. */
  onDepth(depth: number, priority: number): void;
  /** A key was handed out, `ms` after it became due. */
  onWaited(ms: number): void;
  /** A key was delayed by `WorkQueue.retry`. */
  onRetried(): void;
  /** A key was done, `ms` after it was handed out. */
  onWorked(ms: number): void;
}

export interface AddOptions {
  /** Higher priorities come first, apart from the share of lower ones. @default 0 */
  readonly priority?: number;
  /** How long to wait. @default 0 */
  readonly afterMs?: number;
}

export interface RetryOptions {
  /** The first wait of this key, even after failures with shorter ones. @default - that of the queue */
  readonly firstMs?: number;
  /** The longest wait of this key. @default - that of the queue */
  readonly maxMs?: number;
  /** The shortest wait; wins over the longest one. @default 0 */
  readonly atLeastMs?: number;
  /** @default 0 */
  readonly priority?: number;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** @default - nobody */
  readonly observer?: QueueObserver;
  /** @default - 5 ms, twice as long each time, up to 30 s */
  readonly backoff?: KeyBackoffOptions;
  /** Randomizes the retries; in [0, 1), where 0 gives the full wait. @default Math.random */
  readonly random?: () => number;
}
