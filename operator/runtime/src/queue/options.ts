import type { Clock } from '../base/index.ts';
import type { Causes } from './causes.ts';
import type { KeyBackoffOptions } from './key-backoff.ts';
import type { RetryBucketOptions } from './retry-bucket.ts';

/** Receives the events of a queue, for metrics. */
export interface QueueObserver {
  /** Called when a key becomes due that was not due already. */
  onAdded(): void;
  /** Called when the number of due keys with `priority` changes to `depth`. Keys in work do not count. */
  onDepth(depth: number, priority: number): void;
  /** Called when a key is handed to a worker, `ms` after it became due. */
  onWaited(ms: number): void;
  /** Called when `WorkQueue.retry` delays a key. */
  onRetried(): void;
  /** Called when the work on a key ends, `ms` after it was handed out. */
  onWorked(ms: number): void;
}

export interface AddOptions {
  /** Higher priorities come first; lower ones get a small share. @default 0 */
  readonly priority?: number;
  /** The delay until the key is due, in milliseconds. @default 0 */
  readonly afterMs?: number;
  /** Why the key is due, for log lines. @default - none */
  readonly causes?: Causes;
}

export interface RetryOptions {
  /**
   * The first wait in milliseconds, even after failures with shorter waits. At least that of the queue. @default - that
   * of the queue
   */
  readonly firstMs?: number;
  /** The shortest wait in milliseconds; wins over the longest wait. @default 0 */
  readonly atLeastMs?: number;
  /** The priority when the key is due again. @default 0 */
  readonly priority?: number;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Receives events, for metrics. @default - none */
  readonly observer?: QueueObserver;
  /** How the wait of a failing key grows. @default - 5 ms, doubled each time, up to 30 s */
  readonly backoff?: KeyBackoffOptions;
  /** Limits the rate of the retries of all keys together. @default - no limit */
  readonly bucket?: RetryBucketOptions | undefined;
  /** Returns random numbers in [0, 1) for the jitter of retries; 0 gives the full wait. @default Math.random */
  readonly random?: () => number;
}
