import { type Clock, formatObject, type KubeObject, type Logger } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { EventBudget } from './event-budget.ts';
import type { NamesOptions } from './event-names.ts';
import type { Reporter } from './event-object.ts';
import { EventQueue } from './event-queue.ts';
import { EventSender } from './event-sender.ts';
import type { Occurrence } from './occurrence.ts';
import { SimilarEvents } from './similar-events.ts';

/** The object that an event is about, and the logger for lines about the event. */
export interface EventSubject {
  readonly owner: KubeObject;
  readonly log: Logger;
}

/** Reports actions and problems of an object in `kubectl describe` and `kubectl get events`. */
export interface EventRecorder {
  /** Reports that a child was created. */
  recordCreated(about: EventSubject, child: KubeObject): void;
  /**
   * Reports that a child, or the object itself, was deleted.
   * @param because a reason that ends the sentence
   */
  recordDeleted(about: EventSubject, child: KubeObject, because?: string): void;
  /**
   * Reports any other success.
   * @returns whether it is sent: the number of events is limited
   */
  normal(about: EventSubject, reason: string, note: string): boolean;
  /**
   * Reports a problem that a user can act on. Call it once per change of the reason or its message, never per retry.
   * @returns whether it is sent: the number of events is limited
   */
  warning(about: EventSubject, reason: string, note: string): boolean;
  /**
   * Waits for pending events, until none was sent for two seconds, or the term is over.
   * @returns the number of dropped events
   */
  flush(): Promise<number>;
}

export interface EventRecorderOptions extends Reporter, NamesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Returns the signal of the current leadership term, which aborts pending events; `undefined` if events may not be
   * sent now.
   */
  readonly term: () => AbortSignal | undefined;
  /** Whether reconciles are writing: then fewer events are sent at a time. @default - never */
  readonly isWriting?: () => boolean;
}

/**
 * Creates a recorder that sends events of `events.k8s.io/v1`. Events never delay or fail a reconcile: they wait while
 * it writes, and failures are logged.
 *
 * Guarantees:
 * - An equal event within an hour increases the count of the first one.
 * - Of events that differ only in their notes, ten are sent. All further ones become one combined event, until ten
 *   minutes pass without such an event.
 * - 25 events about one object are sent at once, and one more every five minutes. Dropped events are counted, and the
 *   first one is logged.
 * - Memory is bounded.
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
