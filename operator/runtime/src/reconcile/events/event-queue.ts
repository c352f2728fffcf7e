import { type Clock, endsWithin, type Logger, messageOf } from '../../base/index.ts';
import { isNamespaceTerminating } from '../../client/index.ts';
import type { EventBudget } from './event-budget.ts';
import type { EventSender } from './event-sender.ts';
import type { Occurrence } from './occurrence.ts';
import type { SimilarEvents } from './similar-events.ts';

/** What an event queue needs. */
export interface EventQueueOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * The signal of the term in which events may be sent now: it ends those that are being sent. `undefined`: not now.
   */
  readonly term: () => AbortSignal | undefined;
  readonly similar: SimilarEvents;
  readonly budget: EventBudget;
  readonly sender: EventSender;
}

/** How many events may wait; further ones are dropped, so that a slow API server costs little memory. */
const waitingAtMost = 10_000;
/** How many are sent at a time: fewer than a controller has workers, so that events do not hold up writes. */
const atATime = 8;

/** How long the end of a term waits for an event to be sent: the next leader waits, too. */
const timeoutMs = 2_000;

/**
 * Events that are being sent. Those of one object are sent one after the other: a repeat must find the event whose count
 * it increases.
 */
export class EventQueue {
  readonly #options: EventQueueOptions;
  /** One promise per waiting event, in order; it resolves when the event was sent or dropped. */
  readonly #turns = new Set<Promise<void>>();
  /** The last turn of each lane: the events of an object are all in one. */
  readonly #lanes: Promise<void>[] = Array.from({ length: atATime }, () => Promise.resolve());
  #lastSentAtMs = 0;
  #unsent = 0;
  #overflowed = 0;
  #isGivenUp = false;

  constructor(options: EventQueueOptions) {
    this.#options = options;
  }

  /** @returns whether it is to be sent */
  emit(occurrence: Occurrence): boolean {
    if (this.#isFull() || !this.#isWithinBudget(occurrence)) return false;
    const lane = laneOf(occurrence.owner.metadata.uid);
    const turn = (this.#lanes[lane] ?? Promise.resolve())
      .then(() => this.#take(occurrence))
      // Not expected to reject; if it does, the next event is still sent.
      .catch((error: unknown) => {
        this.#options.logger.error(error, 'failed to record an event');
      })
      .finally(() => {
        this.#turns.delete(turn);
        this.#sayOverflow();
      });
    this.#lanes[lane] = turn;
    this.#turns.add(turn);
    return true;
  }

  /** Waits as `EventRecorder.flush` says; nothing that still waits then is sent. */
  async flush(): Promise<number> {
    const { clock } = this.#options;
    const beganAtMs = clock.monotonic();
    for (const turn of this.#turns) {
      const leftMs = Math.max(beganAtMs, this.#lastSentAtMs) + timeoutMs - clock.monotonic();
      if (leftMs > 0 && (await endsWithin(clock, leftMs, turn))) continue;
      this.#isGivenUp = true;
      return this.#unsent + this.#turns.size;
    }
    return this.#unsent;
  }

  async #take(occurrence: Occurrence): Promise<void> {
    // Checked when it is about to be sent: leadership may have ended while it waited.
    const term = this.#isGivenUp ? undefined : this.#options.term();
    if (term === undefined) {
      this.#unsent += 1;
      return;
    }
    const { similar, sender, clock } = this.#options;
    try {
      const { id, sent } = similar.combine(occurrence);
      await sender.send(id, sent, term);
      this.#lastSentAtMs = clock.monotonic();
    } catch (error) {
      if (term.aborted) this.#unsent += 1;
      else this.#sayFailure(occurrence, error);
    }
  }

  #sayFailure({ log, reason }: Occurrence, error: unknown): void {
    // The object of the event is deleted, too.
    if (isNamespaceTerminating(error)) log.debug('could not send an event', { reason, detail: messageOf(error) });
    else log.warn('could not send an event', { reason, err: error });
  }

  #isWithinBudget({ owner, log, reason }: Occurrence): boolean {
    const { budget } = this.#options;
    const verdict = budget.take(owner.metadata.uid);
    if (verdict === 'begin to drop') {
      const fields = { reason, droppedInAll: budget.dropped };
      log.warn('too many events about one object: further ones are dropped', fields);
    }
    return verdict === 'send';
  }

  #isFull(): boolean {
    if (this.#turns.size < waitingAtMost) return false;
    this.#overflowed += 1;
    if (this.#overflowed === 1) this.#options.logger.warn('too many events wait: further ones are dropped');
    return true;
  }

  #sayOverflow(): void {
    if (this.#turns.size > 0 || this.#overflowed === 0) return;
    this.#options.logger.warn('events were dropped because too many waited', { dropped: this.#overflowed });
    this.#overflowed = 0;
  }
}

/** The same for all events of one object. */
function laneOf(uid: string): number {
  let sum = 0;
  for (let index = 0; index < uid.length; index += 1) sum += uid.charCodeAt(index);
  return sum % atATime;
}
