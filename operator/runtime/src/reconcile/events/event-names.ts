import type { Clock } from '../../base/index.ts';

/** What the names of events depend on. */
export interface NamesOptions {
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Returns random numbers in [0, 1), which distinguish names that several controllers or replicas create at the same
   * time.
   */
  readonly random: () => number;
}

const nanosecondsPerMs = 1_000_000;

/**
 * Creates names of events from the name of the object and the time in nanoseconds, like client-go. Guarantees: later
 * names sort after earlier ones of the same object, even if the clock stands still or goes back, so that `kubectl
 * describe` shows events in order; names have at most 253 characters.
 */
export class EventNames {
  readonly #options: NamesOptions;
  #last = 0n;

  constructor(options: NamesOptions) {
    this.#options = options;
  }

  /** @param owner the name of the object that the event is about */
  next(owner: string): string {
    const { clock, random } = this.#options;
    const ms = BigInt(Math.trunc(clock.now())) * BigInt(nanosecondsPerMs);
    const now = ms + BigInt(Math.floor(random() * nanosecondsPerMs));
    this.#last = now > this.#last ? now : this.#last + 1n;
    return `${owner.slice(0, 230).replace(/[-.]+$/, '')}.${this.#last.toString(16).padStart(16, '0')}`;
  }
}
