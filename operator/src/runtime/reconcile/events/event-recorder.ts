import type { Clock, KubeObject, Logger } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { EventBudget } from './event-budget.ts';
import type { Reporter } from './event-object.ts';
import { EventSender } from './event-sender.ts';
import type { Occurrence } from './occurrence.ts';
import { SimilarEvents } from './similar-events.ts';

/** What an event is about, and where lines about that go: a run. */
export interface EventSubject {
  readonly owner: KubeObject;
  readonly log: Logger;
}

/** Tells people, through `kubectl describe` and `kubectl get events`, what was done for an object and what stands in the way. */
export interface EventRecorder {
  /** A child was made. */
  created(about: EventSubject, child: KubeObject): void;
  /** A child was deleted. */
  deleted(about: EventSubject, child: KubeObject): void;
  /** Anything else that went well. */
  normal(about: EventSubject, reason: string, note: string): void;
  /** Something that a person can act on. Called once per change of the reason or its message, never per retry. */
  warning(about: EventSubject, reason: string, note: string): void;
  /** Waits for the events on their way. */
  flush(): Promise<void>;
}

export interface EventRecorderOptions extends Reporter {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The signal of the term in which events may be sent now: it ends those on their way. `undefined`: not now. */
  readonly term: () => AbortSignal | undefined;
}

/** So many wait to be sent; further ones are dropped, so that an API server that is slow costs no memory. */
const waitingAtMost = 1000;

/**
 * A recorder on `events.k8s.io/v1`. Events never hold up or fail a reconcile: one that cannot be sent is logged.
 *
 * Guarantees: what is the same within an hour is counted up in one event; of those that differ only in their words ten
 * are told, and all further ones in one event together, until there was none for ten minutes; about one object 25 are sent
 * at once and one more every five minutes. What is dropped is counted, and logged when it begins. Memory is bounded.
 */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const line = new Line(options);
  const { tell } = line;
  return {
    created({ owner, log }, child) {
      const note = `Created ${child.kind} ${child.metadata.name}`;
      tell({ owner, log, type: 'Normal', reason: 'Created', action: 'Create', note, related: child });
    },
    deleted({ owner, log }, child) {
      const note = `Deleted ${child.kind} ${child.metadata.name}`;
      tell({ owner, log, type: 'Normal', reason: 'Deleted', action: 'Delete', note, related: child });
    },
    normal({ owner, log }, reason, note) {
      tell({ owner, log, type: 'Normal', reason, action: 'Reconcile', note });
    },
    warning({ owner, log }, reason, note) {
      tell({ owner, log, type: 'Warning', reason, action: 'Reconcile', note });
    },
    flush: () => line.end,
  };
}

/** Events on their way, one after the other: a repeat must find the event that it counts up. */
class Line {
  /** Resolves when nothing waits that waits now. */
  end: Promise<void> = Promise.resolve();
  readonly #options: EventRecorderOptions;
  readonly #similar: SimilarEvents;
  readonly #budget: EventBudget;
  readonly #sender: EventSender;
  #waiting = 0;
  #overflown = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#similar = new SimilarEvents(options.clock);
    this.#budget = new EventBudget(options.clock);
    this.#sender = new EventSender(options.client, options);
  }

  readonly tell = (occurrence: Occurrence): void => {
    if (this.#waiting >= waitingAtMost) {
      this.#overflown += 1;
      if (this.#overflown === 1) this.#options.logger.warn('too many events wait: further ones are dropped');
      return;
    }
    this.#waiting += 1;
    this.end = this.end.then(async () => {
      await this.#send(occurrence);
      this.#waiting -= 1;
      this.#sayOverflow();
    });
  };

  async #send(occurrence: Occurrence): Promise<void> {
    const { log, reason } = occurrence;
    try {
      // Asked when its turn has come: leading may have ended while it waited.
      const term = this.#options.term();
      if (term === undefined) return;
      const { id, told } = this.#similar.combine(occurrence);
      const verdict = this.#budget.take(occurrence.owner.metadata.uid);
      if (verdict === 'send') await this.#sender.send(id, told, term);
      else if (verdict === 'begin to drop')
        log.warn('too many events about one object: further ones are dropped', {
          reason,
          droppedInAll: this.#budget.dropped,
        });
    } catch (error) {
      log.warn('could not send an event', { reason, err: error });
    }
  }

  #sayOverflow(): void {
    if (this.#waiting > 0 || this.#overflown === 0) return;
    this.#options.logger.warn('events were dropped because too many waited', { dropped: this.#overflown });
    this.#overflown = 0;
  }
}
