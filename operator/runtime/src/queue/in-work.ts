/** Callers that wait for a key, served in order of arrival. */
export class Waiters {
  readonly #waiting = new Set<(key: string | undefined) => void>();

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves with the next released key, or with `undefined` as soon as `signal` aborts. */
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

  /** Passes `key` to the caller that has waited longest. */
  release(key: string): void {
    for (const answer of this.#waiting) {
      this.#waiting.delete(answer);
      answer(key);
      return;
    }
  }

  /** Resolves all pending calls of `wait` with `undefined`. */
  releaseAll(): void {
    for (const answer of this.#waiting) answer(undefined);
    this.#waiting.clear();
  }
}

/** Items that a worker works on, with their start times. */
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

  /** Removes `item`. Returns how long it was in work, in the unit of `now`; `undefined` if it was not in work. */
  end(item: T, now: number): number | undefined {
    const since = this.#since.get(item);
    this.#since.delete(item);
    return since === undefined ? undefined : now - since;
  }
}
