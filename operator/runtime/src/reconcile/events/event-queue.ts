import { type Clock, hasEndedWithin, type Logger, getMessage, catchFailure } from '../../base/index.ts';
import { isNamespaceTerminating } from '../../client/index.ts';
import type { EventBudget } from './event-budget.ts';
import type { EventSender } from './event-sender.ts';
import type { Occurrence } from './occurrence.ts';
import type { SimilarEvents } from './similar-events.ts';

interface EventQueueOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Returns the signal of the current leadership term, which aborts pending events; `undefined` if events may not be
   * sent now.
   */
  readonly term: () => AbortSignal | undefined;
  readonly similar: SimilarEvents;
  readonly budget: EventBudget;
  readonly sender: EventSender;
  /** Whether reconciles are writing: then fewer events are sent at a time. @default - never */
  readonly isWriting?: () => boolean;
}

/** Maximum number of waiting events. Further ones are dropped, so that a slow API server costs little memory. */
const waitingAtMost = 10_000;
/**
 * Maximum number of events that are sent at a time: fewer than the workers of a controller, so that events do not delay
 * writes.
 */
const atATime = 8;

/** How long the end of a term waits for an event in milliseconds: the next leader has to wait for that. */
const timeoutMs = 2_000;

/** An event that waits or is being sent. */
interface Turn {
  readonly occurrence: Occurrence;
  /** Resolves when the event was sent or dropped. */
  readonly ended: Promise<undefined>;
  readonly end: (sent: undefined) => void;
}

/**
 * Sends events: one at a time while reconciles write; the more events wait, the more are sent at a time. Sends the
 * events of one object one after the other, because a repeat must find the event whose count it increases.
 */
export class EventQueue {
  readonly #options: EventQueueOptions;
  /** Events that wait, the oldest first. */
  readonly #waiting = new Set<Turn>();
  /** Events that are being sent, by the uid of their object. */
  readonly #sending = new Map<string, Turn>();
  #lastSentAtMs = 0;
  #unsent = 0;
  #overflowed = 0;
  #isEnding = false;
  #isGivenUp = false;

  constructor(options: EventQueueOptions) {
    this.#options = options;
  }

  /**
   * Adds an event to the queue.
   * @returns whether it will be sent
   */
  emit(occurrence: Occurrence): boolean {
    if (this.#isFull() || !this.#isWithinBudget(occurrence)) return false;
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    this.#waiting.add({ occurrence, ended, end });
    this.#sendDue();
    return true;
  }

  /**
   * Waits until the events are sent, as `EventRecorder.flush` describes, then drops those that still wait. Returns the
   * number of dropped events.
   */
  async flush(): Promise<number> {
    const { clock } = this.#options;
    const beganAtMs = clock.monotonic();
    this.#isEnding = true;
    this.#sendDue();
    for (const { ended } of this.#takeTurns()) {
      const leftMs = Math.max(beganAtMs, this.#lastSentAtMs) + timeoutMs - clock.monotonic();
      if (leftMs > 0 && (await hasEndedWithin(clock, leftMs, ended))) continue;
      this.#isGivenUp = true;
      return this.#unsent + this.#size;
    }
    return this.#unsent;
  }

  get #size(): number {
    return this.#sending.size + this.#waiting.size;
  }

  /** Yields events that are being sent, then waiting ones, the oldest first, until none is left. */
  *#takeTurns(): Generator<Turn> {
    for (;;) {
      const [turn] = this.#sending.size > 0 ? this.#sending.values() : this.#waiting;
      if (turn === undefined) return;
      yield turn;
    }
  }

  #sendDue(): void {
    const atMost = this.#getLimit();
    for (const turn of this.#waiting) {
      if (this.#sending.size >= atMost) return;
      const { uid } = turn.occurrence.owner.metadata;
      if (this.#sending.has(uid)) continue;
      this.#waiting.delete(turn);
      this.#sending.set(uid, turn);
      catchFailure(this.#send(turn), (error) => {
        this.#options.logger.error(error, 'failed to record an event');
      });
    }
  }

  #getLimit(): number {
    if (this.#isEnding || this.#options.isWriting?.() !== true) return atATime;
    return 1 + Math.floor(((atATime - 1) * this.#waiting.size) / waitingAtMost);
  }

  async #send({ occurrence, end }: Turn): Promise<void> {
    try {
      await this.#take(occurrence);
    } finally {
      this.#sending.delete(occurrence.owner.metadata.uid);
      end(undefined);
      this.#logOverflow();
      this.#sendDue();
    }
  }

  async #take(occurrence: Occurrence): Promise<void> {
    // Read right before an event is sent, because the leadership may have ended while the event waited.
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
      else this.#logFailure(occurrence, error);
    }
  }

  #logFailure({ log, reason }: Occurrence, error: unknown): void {
    // In a terminating namespace an event is not worth a warning: the object of the event is deleted as well.
    if (isNamespaceTerminating(error)) log.debug('failed to send an event', { reason, detail: getMessage(error) });
    else log.warn('failed to send an event', { reason, err: error });
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
    if (this.#size < waitingAtMost) return false;
    this.#overflowed += 1;
    if (this.#overflowed === 1) this.#options.logger.warn('too many events wait: further ones are dropped');
    return true;
  }

  #logOverflow(): void {
    if (this.#size > 0 || this.#overflowed === 0) return;
    this.#options.logger.warn('events were dropped because too many waited', { dropped: this.#overflowed });
    this.#overflowed = 0;
  }
}
