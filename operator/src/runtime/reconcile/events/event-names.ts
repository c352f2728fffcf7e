import type { Clock } from '../../base/index.ts';

const nanosecondsPerMs = 1_000_000n;

/**
 * Names of events: that of the object, and the time in nanoseconds, as client-go names them.
 *
 * Guarantees: later ones sort behind earlier ones of the same object, and that is the order in which `kubectl describe`
 * shows them, also where the clock stands still or goes back; at most 253 characters.
 */
export class EventNames {
  readonly #clock: Pick<Clock, 'now'>;
  #last = 0n;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** @param owner the name of the object that the event is about */
  next(owner: string): string {
    const now = BigInt(Math.trunc(this.#clock.now())) * nanosecondsPerMs;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return `${owner.slice(0, 230).replace(/[-.]+$/, '')}.${this.#last.toString(16).padStart(16, '0')}`;
  }
}
