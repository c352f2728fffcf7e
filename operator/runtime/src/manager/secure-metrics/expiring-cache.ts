import type { Clock } from '../../base/index.ts';

export interface ExpiringCacheOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** How long an answer is good for. */
  readonly keepMs: number;
  /** How many are kept; of more, those that were given first are forgotten. */
  readonly most: number;
}

interface Kept<T> {
  readonly answer: T;
  readonly until: number;
}

/** Answers by ids, few and not for long. */
export class ExpiringCache<T> {
  readonly #options: ExpiringCacheOptions;
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: ExpiringCacheOptions) {
    this.#options = options;
  }

  /** The answer, while it is good. */
  get(id: string): T | undefined {
    const kept = this.#kept.get(id);
    return kept !== undefined && this.#options.clock.monotonic() < kept.until ? kept.answer : undefined;
  }

  /** Whether the last answer is still known, be it too old to be good. */
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

  /** How many answers are kept. */
  get size(): number {
    return this.#kept.size;
  }
}
