import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const manager = 'operator/runtime/src/manager';

/** Mutants of events: their order, the end of a term, and their log lines. */
export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-are-listed-in-any-order',
    promise: 'kubectl describe lists events in the order in which they were emitted.',
    row: 'all kinds: events',
    file: `${reconcile}/events/event-names.ts`,
    find: 'this.#last = now > this.#last ? now : this.#last + 1n;',
    replace: 'this.#last = now;',
    test: `${reconcile}/events/event-names.test.ts`,
  },
  {
    name: 'event-is-lost-to-a-taken-name',
    promise: 'An event whose name is taken is sent again under another name.',
    row: 'all kinds: events',
    file: `${reconcile}/events/event-sender.ts`,
    find: 'if (!isApiError(error, 409) || names === namesAtMost) throw error;',
    replace: 'throw error;',
    test: `${reconcile}/events/regression/taken-name.test.ts`,
  },
  {
    name: 'events-are-sent-one-at-a-time',
    promise: 'Events of several objects are sent at the same time.',
    file: `${reconcile}/events/event-queue.ts`,
    find: 'return sum % atATime;',
    replace: 'return sum % 1;',
    test: `${reconcile}/events/event-queue.test.ts`,
  },
  {
    name: 'events-of-an-object-overtake-each-other',
    promise: 'Events of one object are sent one after the other.',
    file: `${reconcile}/events/event-queue.ts`,
    find: '    this.#lanes[lane] = turn;\n',
    replace: '',
    test: `${reconcile}/events/event-queue.test.ts`,
  },
  {
    name: 'term-gives-up-events-that-go-out',
    promise: 'At the end of a term, waiting events are sent as long as the API server accepts them.',
    file: `${reconcile}/events/event-queue.ts`,
    find: 'Math.max(beganAtMs, this.#lastSentAtMs)',
    replace: 'beganAtMs',
    test: `${reconcile}/events/event-queue.test.ts`,
  },
  {
    name: 'events-outlive-a-term-without-election',
    promise: 'No event is sent after the end of a term, even without a leader election.',
    file: `${manager}/lead.ts`,
    find: 'anySignal(leadership.signal, cutOff, over.signal)',
    replace: 'anySignal(leadership.signal, cutOff)',
    test: `${manager}/regression/events-after-the-end.test.ts`,
  },
  {
    name: 'terminating-namespace-is-a-refusal',
    promise: 'An object that cannot be created because its namespace is terminating is not reported.',
    row: 'all kinds: refusals',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: ' || isDeletedWithItsNamespace(run, error)',
    replace: '',
    test: `${reconcile}/run/regression/terminating-namespace.test.ts`,
  },
  {
    name: 'event-for-a-terminating-namespace-is-a-warning',
    promise: 'An event that cannot be created because its namespace is terminating is not logged as a warning.',
    file: `${reconcile}/events/event-queue.ts`,
    find: 'if (isNamespaceTerminating(error))',
    replace: 'if (error === undefined)',
    test: `${reconcile}/events/event-queue.test.ts`,
  },
  {
    name: 'lost-lease-shows-our-code',
    promise: 'A lost Lease is logged without a stack.',
    file: `${manager}/election/serve-term.ts`,
    find: '{ detail: messageOf(term.signal.reason), lease }',
    replace: '{ err: term.signal.reason, lease }',
    test: `${manager}/election/regression/lost-lease.test.ts`,
  },
  {
    name: 'event-is-not-in-the-log',
    promise: 'Each event that a controller emits is also logged.',
    row: 'all kinds: events',
    file: `${reconcile}/run/handles.ts`,
    find: 'log.info(emitted, { reason, note });',
    replace: 'log.debug(emitted, { reason, note });',
    test: `${reconcile}/run/handles.test.ts`,
  },
];
