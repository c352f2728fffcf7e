import type { Clock } from '../../base/index.ts';

interface ExpiringCacheOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** How long a response is valid. */
  readonly keepMs: number;
  /** The maximum number of responses; evicts the oldest ones. */
  readonly most: number;
}

interface CacheEntry<T> {
  readonly answer: T;
  readonly until: number;
}

/** Responses by id, limited in number and in age. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions;
  readonly #entries = new Map<string, CacheEntry<T>>();

  constructor(options: ExpiringCacheOptions) {
    this.#options = options;
  }

  /** The response, while it is valid. */
  get(id: string): T | undefined {
    const kept = this.#entries.get(id);
    return kept !== undefined && this.#options.clock.monotonic() < kept.until ? kept.answer : undefined;
  }

  /** Whether a response is still stored, even if it has expired. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  keep(id: string, answer: T): void {
    this.#entries.delete(id);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#options.most) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(id, { answer, until: this.#options.clock.monotonic() + this.#options.keepMs });
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }
}
