import type { Clock } from '../base/index.ts';
import type { Causes } from './causes.ts';
import type { KeyBackoffOptions } from './key-backoff.ts';
import type { RetryBucketOptions } from './retry-bucket.ts';

/** Receives the events of a queue, for metrics. */
export interface QueueObserver {
  /** A key became due that was not due already. */
  onAdded(): void;
  /** `depth` keys of `priority` are due without a worker; `WorkQueue.length` counts those of all priorities. */
  onDepth(depth: number, priority: number): void;
  /** A key was handed out, `ms` after it became due. */
  onWaited(ms: number): void;
  /** A key was delayed by `WorkQueue.retry`. */
  onRetried(): void;
  /** A key was done, `ms` after it was handed out. */
  onWorked(ms: number): void;
}

export interface AddOptions {
  /** Higher priorities come first, except for the share of lower ones. @default 0 */
  readonly priority?: number;
  /** The delay. @default 0 */
  readonly afterMs?: number;
  /** Why the key is due. @default - none */
  readonly causes?: Causes;
}

export interface RetryOptions {
  /** The first wait of this key, even after failures with shorter ones. At least that of the queue, its default. */
  readonly firstMs?: number;
  /** The shortest wait; wins over the longest one. @default 0 */
  readonly atLeastMs?: number;
  /** @default 0 */
  readonly priority?: number;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** @default - none */
  readonly observer?: QueueObserver;
  /** @default - 5 ms, doubled each time, up to 30 s */
  readonly backoff?: KeyBackoffOptions;
  /** Limits the retries of all keys together. @default - without a limit */
  readonly bucket?: RetryBucketOptions | undefined;
  /** Randomizes the retries; in [0, 1), where 0 gives the full wait. @default Math.random */
  readonly random?: () => number;
}
