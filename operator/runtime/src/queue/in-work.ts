/** Callers that wait for a key, served in order of arrival. */
export class Waiters {
  readonly #waiting = new Set<(key: string | undefined) => void>();

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves with the key of `release`, or with `undefined` as soon as `signal` aborts. */
  wait(signal: AbortSignal | undefined): Promise<string | undefined> {
    return new Promise((resolve) => {
      const answer = (key: string | undefined): void => {
        signal?.removeEventListener('abort', leave);
        resolve(key);
      };
      const leave = (): void => {
        this.#waiting.delete(answer);
        resolve(undefined);
      };
      this.#waiting.add(answer);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands `key` to the caller that has waited longest. */
  release(key: string): void {
    for (const answer of this.#waiting) {
      this.#waiting.delete(answer);
      answer(key);
      return;
    }
  }

  /** Resolves all waits with `undefined`. */
  releaseAll(): void {
    for (const answer of this.#waiting) answer(undefined);
    this.#waiting.clear();
  }
}

/** The start time of each item in work. */
export class InWork<T> {
  readonly #since = new Map<T, number>();

  get length(): number {
    return this.#since.size;
  }

  has(item: T): boolean {
    return this.#since.has(item);
  }

  begin(item: T, now: number): void {
    this.#since.set(item, now);
  }

  /** Returns how long `item` was in work, or `undefined` if it was not. */
  end(item: T, now: number): number | undefined {
    const since = this.#since.get(item);
    this.#since.delete(item);
    return since === undefined ? undefined : now - since;
  }
}
