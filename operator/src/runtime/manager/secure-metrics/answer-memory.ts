import { createHmac, randomBytes } from 'node:crypto';

import type { Clock } from '../../base/index.ts';

export interface AnswerMemoryOptions<T> {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** How long an answer is good for. */
  readonly keepMs: (answer: T) => number;
  /** How many are kept; of more, those that were asked for first are forgotten. */
  readonly most: number;
}

interface Kept<T> {
  readonly answer: Promise<T>;
  /** Unknown while the answer is not there. */
  until: number;
}

/**
 * Remembers answers by secrets, without the secrets: they are kept as hashes that are worth nothing elsewhere.
 *
 * Guarantees: who asks while an answer is on its way waits for that one; a failure is remembered by nobody.
 */
export class AnswerMemory<T> {
  readonly #options: AnswerMemoryOptions<T>;
  readonly #salt = randomBytes(32);
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: AnswerMemoryOptions<T>) {
    this.#options = options;
  }

  /** The answer to `secrets`: a known one, or that of `ask`, whose error is passed on. */
  get(secrets: readonly string[], ask: () => Promise<T>): Promise<T> {
    const id = createHmac('sha256', this.#salt).update(JSON.stringify(secrets)).digest('base64');
    const known = this.#kept.get(id);
    if (known !== undefined && this.#options.clock.monotonic() < known.until) return known.answer;
    this.#kept.delete(id);
    this.#makeRoom();
    const kept: Kept<T> = { answer: ask(), until: Number.POSITIVE_INFINITY };
    this.#kept.set(id, kept);
    kept.answer.then(
      (answer) => {
        kept.until = this.#options.clock.monotonic() + this.#options.keepMs(answer);
      },
      () => {
        if (this.#kept.get(id) === kept) this.#kept.delete(id);
      },
    );
    return kept.answer;
  }

  /** How many answers are kept or on their way. */
  get size(): number {
    return this.#kept.size;
  }

  #makeRoom(): void {
    for (const id of this.#kept.keys()) {
      if (this.#kept.size < this.#options.most) return;
      this.#kept.delete(id);
    }
  }
}
