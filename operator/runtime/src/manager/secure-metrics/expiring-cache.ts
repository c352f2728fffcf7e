import type { Clock } from '../../base/index.ts';

interface ExpiringCacheOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** How long an entry is valid, in milliseconds. */
  readonly keepMs: number;
  /** Maximum number of entries; the oldest ones are evicted. */
  readonly most: number;
}

interface CacheEntry<T> {
  readonly answer: T;
  readonly until: number;
}

/** A cache whose number and age of entries are limited. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions;
  readonly #entries = new Map<string, CacheEntry<T>>();

  constructor(options: ExpiringCacheOptions) {
    this.#options = options;
  }

  /** Returns the entry if it is still valid. */
  get(id: string): T | undefined {
    const kept = this.#entries.get(id);
    return kept !== undefined && this.#options.clock.monotonic() < kept.until ? kept.answer : undefined;
  }

  /** Whether an entry is stored, even if it has expired. */
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
