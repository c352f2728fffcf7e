/** Limits the rate of all retries of a queue together. */
export interface RetryBucketOptions {
  /** Average number of retries per second. */
  readonly qps: number;
  /** Maximum number of retries at once after a pause. @default - `qps`, rounded up */
  readonly burst?: number | undefined;
}

/**
 * A token bucket that is full at the start. A retry takes a token; if the bucket is empty, it reserves the next one and waits
 * for it. https://en.wikipedia.org/wiki/Token_bucket
 *
 * Guarantees: a key never holds more than one reserved token, however often it fails, and a removed key holds none. So
 * with `n` waiting keys, the longest wait is `n / qps` seconds.
 */
export class RetryBucket {
  readonly #burst: number;
  readonly #perTokenMs: number;
  /** When the bucket will be full again, in milliseconds. */
  #fullAtMs = Number.NEGATIVE_INFINITY;
  /** When the reserved token of each key is available, in milliseconds. */
  readonly #tokens = new Map<string, number>();
  /** Tokens of removed keys, for the next retries. */
  readonly #free: number[] = [];

  constructor({ qps, burst = Math.ceil(qps) }: RetryBucketOptions) {
    this.#burst = burst;
    this.#perTokenMs = 1000 / qps;
  }

  /** Reserves a token for `key`. Returns the wait for it, in milliseconds. */
  reserve(key: string, nowMs: number): number {
    this.#dropPassed(nowMs);
    const held = this.#tokens.get(key) ?? nowMs;
    if (held > nowMs) return held - nowMs;
    const atMs = this.#take(nowMs);
    this.#tokens.delete(key);
    if (atMs > nowMs) this.#tokens.set(key, atMs);
    return Math.max(0, atMs - nowMs);
  }

  /** Frees the token of `key`, which is not retried any more. */
  remove(key: string): void {
    const atMs = this.#tokens.get(key);
    if (atMs === undefined) return;
    this.#tokens.delete(key);
    this.#free.push(atMs);
  }

  /**
   * Drops tokens whose time has passed, because most keys do not fail again. The oldest tokens come first, except those
   * that removed keys have freed.
   */
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
