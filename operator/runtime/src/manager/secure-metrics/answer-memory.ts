import { createHmac, randomBytes } from 'node:crypto';

import type { Clock } from '../../base/index.ts';

export interface AnswerMemoryOptions {
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
export class AnswerMemory<T> {
  readonly #options: AnswerMemoryOptions;
  readonly #kept = new Map<string, Kept<T>>();

  constructor(options: AnswerMemoryOptions) {
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

/** Makes ids of secrets, which distinguish them in this process and are worth nothing elsewhere. */
export function secretIds(): (secrets: readonly string[]) => string {
  const salt = randomBytes(32);
  return (secrets) => createHmac('sha256', salt).update(JSON.stringify(secrets)).digest('base64');
}
