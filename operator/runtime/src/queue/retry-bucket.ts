/** The rate of all retries of a queue together. */
export interface RetryBucketOptions {
  /** Retries per second, on average. */
  readonly qps: number;
  /** Retries that may be due at once after a pause. @default - `qps`, rounded up */
  readonly burst?: number | undefined;
}

/** Reserves the next retry; returns its delay in milliseconds. */
export type RetryBucket = (nowMs: number) => number;

/**
 * A token bucket, full at the start: a retry takes a token, and waits for one that will be there if it is empty.
 * https://en.wikipedia.org/wiki/Token_bucket
 */
export function createRetryBucket({ qps, burst = Math.ceil(qps) }: RetryBucketOptions): RetryBucket {
  const perTokenMs = 1000 / qps;
  /** When the bucket will be full again. */
  let fullAtMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    fullAtMs = Math.max(fullAtMs, nowMs) + perTokenMs;
    return Math.max(0, fullAtMs - burst * perTokenMs - nowMs);
  };
}
