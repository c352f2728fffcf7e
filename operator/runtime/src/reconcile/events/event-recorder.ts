import { type Clock, formatObject, type KubeObject, type Logger } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { EventBudget } from './event-budget.ts';
import type { NamesOptions } from './event-names.ts';
import type { Reporter } from './event-object.ts';
import { EventQueue } from './event-queue.ts';
import { EventSender } from './event-sender.ts';
import type { Occurrence } from './occurrence.ts';
import { SimilarEvents } from './similar-events.ts';

/** The subject of an event, and the logger for lines about it: a reconcile. */
export interface EventSubject {
  readonly owner: KubeObject;
  readonly log: Logger;
}

/** Reports actions and problems of an object in `kubectl describe` and `kubectl get events`. */
export interface EventRecorder {
  /** A child was created. */
  recordCreated(about: EventSubject, child: KubeObject): void;
  /** A child, or the object itself, was deleted. @param because ends the sentence, if given */
  recordDeleted(about: EventSubject, child: KubeObject, because?: string): void;
  /** Reports any other success. @returns whether it is sent: the number is limited */
  normal(about: EventSubject, reason: string, note: string): boolean;
  /**
   * Reports a problem that a user can act on. Called once per change of the reason or its message, never per retry.
   *
   * @returns as `normal`
   */
  warning(about: EventSubject, reason: string, note: string): boolean;
  /**
   * Waits for pending events, until none was sent for two seconds, or the term is over.
   *
   * @returns the number of dropped events
   */
  flush(): Promise<number>;
}

export interface EventRecorderOptions extends Reporter, NamesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The signal of the current term, which aborts pending events. `undefined`: events may not be sent now. */
  readonly term: () => AbortSignal | undefined;
  /** Whether reconciles are writing: events then make way. @default - never */
  readonly isWriting?: () => boolean;
}

/**
 * A recorder on `events.k8s.io/v1`. Events never delay or fail a reconcile: they make way for its writes, and failures
 * are logged.
 *
 * Guarantees:
 * - an equal event within an hour increases the count of the first one;
 * - of events that differ only in their notes, ten are sent. All further ones become one combined event, until ten
 *   minutes pass without such an event;
 * - about one object, 25 events are sent at once, and one more every five minutes. Dropped events are counted, and the
 *   first one is logged;
 * - memory is bounded.
 */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const sending = {
    ...options,
    similar: new SimilarEvents(options.clock),
    budget: new EventBudget(options.clock),
    sender: new EventSender(options.client, options),
  };
  let queue = new EventQueue(sending);
  const emit = (occurrence: Occurrence): boolean => queue.emit(occurrence);
  return {
    recordCreated({ owner, log }, child) {
      const note = `Created ${formatObject(child)}`;
      emit({ owner, log, type: 'Normal', reason: 'Created', action: 'Create', note, related: child });
    },
    recordDeleted({ owner, log }, child, because) {
      const note = `Deleted ${formatObject(child)}${because === undefined ? '' : `: ${because}`}`;
      const related = child.metadata.uid === owner.metadata.uid ? {} : { related: child };
      emit({ owner, log, type: 'Normal', reason: 'Deleted', action: 'Delete', note, ...related });
    },
    normal: ({ owner, log }, reason, note) => emit({ owner, log, type: 'Normal', reason, action: 'Reconcile', note }),
    warning: ({ owner, log }, reason, note) => emit({ owner, log, type: 'Warning', reason, action: 'Reconcile', note }),
    flush() {
      const ending = queue;
      queue = new EventQueue(sending);
      return ending.flush();
    },
  };
}
