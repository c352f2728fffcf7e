import type { Clock } from '../../base/index.ts';

interface ExpiringCacheOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** How long an answer is valid. */
  readonly keepMs: number;
  /** How many answers are kept; the oldest ones are evicted. */
  readonly most: number;
}

interface Kept<T> {
  readonly answer: T;
  readonly until: number;
}

/** Answers by id, limited in number and in age. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions;
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: ExpiringCacheOptions) {
    this.#options = options;
  }

  /** The answer, while it is valid. */
  get(id: string): T | undefined {
    const kept = this.#kept.get(id);
    return kept !== undefined && this.#options.clock.monotonic() < kept.until ? kept.answer : undefined;
  }

  /** Whether an answer is still stored, even if it is no longer valid. */
  knows(id: string): boolean {
    return this.#kept.has(id);
  }

  keep(id: string, answer: T): void {
    this.#kept.delete(id);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < this.#options.most) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(id, { answer, until: this.#options.clock.monotonic() + this.#options.keepMs });
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}
