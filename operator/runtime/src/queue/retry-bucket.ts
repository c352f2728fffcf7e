/** The rate of all retries of a queue together. */
export interface RetryBucketOptions {
  /** Retries per second, on average. */
  readonly qps: number;
  /** Retries that may be due at once after a pause. @default - `qps`, rounded up */
  readonly burst?: number | undefined;
}

/**
 * A token bucket, full at the start: a retry takes a token, and waits for one that will be there if it is empty.
 * https://en.wikipedia.org/wiki/Token_bucket
 *
 * Guarantees: a key waits for at most one token, however often it fails meanwhile, and a removed key for none. So the
 * longest wait is `1 / qps` seconds for each key.
 */
export class RetryBucket {
  readonly #burst: number;
  readonly #perTokenMs: number;
  /** When the bucket will be full again. */
  #fullAtMs = Number.NEGATIVE_INFINITY;
  /** When the last token of each key is there. */
  readonly #tokens = new Map<string, number>();
  /** The tokens of removed keys, for the next ones. */
  readonly #free: number[] = [];

  constructor({ qps, burst = Math.ceil(qps) }: RetryBucketOptions) {
    this.#burst = burst;
    this.#perTokenMs = 1000 / qps;
  }

  /** The delay of the next retry of `key` in milliseconds. */
  reserve(key: string, nowMs: number): number {
    this.#dropPassed(nowMs);
    const held = this.#tokens.get(key) ?? nowMs;
    if (held > nowMs) return held - nowMs;
    const atMs = this.#take(nowMs);
    this.#tokens.delete(key);
    if (atMs > nowMs) this.#tokens.set(key, atMs);
    return Math.max(0, atMs - nowMs);
  }

  /** `key` is not retried any more. */
  remove(key: string): void {
    const atMs = this.#tokens.get(key);
    if (atMs === undefined) return;
    this.#tokens.delete(key);
    this.#free.push(atMs);
  }

  /** Most keys do not fail again. The first tokens are the oldest, apart from those that removed keys have left. */
  #dropPassed(nowMs: number): void {
    for (const [key, atMs] of this.#tokens) {
      if (atMs > nowMs) return;
      this.#tokens.delete(key);
    }
  }

  #take(nowMs: number): number {
    for (let free = this.#free.shift(); free !== undefined; free = this.#free.shift()) if (free > nowMs) return free;
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#perTokenMs;
    return this.#fullAtMs - this.#burst * this.#perTokenMs;
  }
}
