import { parseKey } from '../base/index.ts';
import { type Causes, causeRetry, joinCauses, noCauses } from './causes.ts';
import type { Delayed } from './delay-heap.ts';
import type { Prioritized } from './lanes.ts';

/** The state of one key: whether, when and why it is due, independent of whether it is in work. */
export class Item implements Prioritized, Delayed {
  readonly key: string;
  readonly namespace: string;
  priority = 0;
  previous: this | undefined;
  next: this | undefined;
  dueAt = 0;
  position = -1;
  turn = 0;
  /**
   * Whether the key is due: not, at `dueAt`, or now. If a `due` key is in work, it waits for `done` and is in no lane.
   * If a `due` key is also in the heap, its priority will rise at `dueAt`.
   */
  asked: 'not' | 'later' | 'due' = 'not';
  dueSince = 0;
  /** The priority of the key from `dueAt` on. */
  laterPriority = 0;
  #causes: Causes = noCauses;
  /** Causes that are added at `dueAt`. */
  #laterCauses: Causes = noCauses;
  #workCauses: Causes = noCauses;

  constructor(key: string) {
    this.key = key;
    this.namespace = parseKey(key).namespace ?? '';
  }

  /** Why the key is in work. */
  get workCauses(): Causes {
    return this.#workCauses;
  }

  addCauses(causes: Causes): void {
    this.#causes = joinCauses(this.#causes, causes);
  }

  addLaterCauses(causes: Causes): void {
    this.#laterCauses = joinCauses(this.#laterCauses, causes);
  }

  /** Replaces the causes that are added at `dueAt`. Called when the key gets a `dueAt`, or an earlier one than it has. */
  setLaterCauses(causes: Causes): void {
    this.#laterCauses = causes;
  }

  /** Moves the causes of the delayed request to those of now. Called at `dueAt`. */
  takeLaterCauses(): Causes {
    const causes = this.#laterCauses;
    this.#laterCauses = noCauses;
    return causes;
  }

  /** Keeps the causes of the current work. The key may wait for long, so they release their objects. */
  keepCauses(how: 'retry' | 'again'): void {
    for (const cause of this.#workCauses) cause.settle?.();
    this.addCauses(how === 'retry' ? causeRetry(this.#workCauses) : this.#workCauses);
  }

  beginWork(): void {
    this.#workCauses = this.#causes;
    this.forgetCauses();
  }

  endWork(): void {
    this.#workCauses = noCauses;
  }

  /** Drops all causes except those of the current work. */
  forgetCauses(): void {
    this.#causes = noCauses;
    this.#laterCauses = noCauses;
  }
}
