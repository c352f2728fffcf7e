import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';
const manager = 'operator/runtime/src/manager';

/** Of events: their order, their end, and what the log has of them. */
export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-are-listed-in-any-order',
    promise: 'kubectl describe shows events in the order in which they happened.',
    row: 'all kinds: events',
    file: `${reconcile}/events/event-names.ts`,
    find: 'this.#last = now > this.#last ? now : this.#last + 1n;',
    replace: 'this.#last = now;',
    test: {
      file: `${reconcile}/events/event-names.test.ts`,
      title: 'sorts behind all names before it, whatever the clock does',
    },
  },
  {
    name: 'event-is-lost-to-a-taken-name',
    promise: 'An event whose name is taken is told under another one.',
    row: 'all kinds: events',
    file: `${reconcile}/events/event-sender.ts`,
    find: 'if (!isApiError(error, 409) || names === namesAtMost) throw error;',
    replace: 'throw error;',
    test: { file: `${reconcile}/events/regression/taken-name.test.ts`, title: 'is told under another one' },
  },
  {
    name: 'term-gives-up-events-that-go-out',
    promise: 'At the end of a term events are told as long as they go out.',
    file: `${reconcile}/events/line.ts`,
    find: 'Math.max(beganAtMs, this.#toldAtMs)',
    replace: 'beganAtMs',
    test: { file: `${reconcile}/events/line.test.ts`, title: 'waits for events as long as they go out' },
  },
  {
    name: 'events-outlive-a-term-without-election',
    promise: 'Nothing of a term goes on after it, also where nobody else could lead.',
    file: `${manager}/lead.ts`,
    find: 'anySignal(leadership.signal, cutOff, over.signal)',
    replace: 'anySignal(leadership.signal, cutOff)',
    test: {
      file: `${manager}/regression/events-after-the-end.test.ts`,
      title: 'without an election, too, no event is sent after the end, when the connections are closed',
    },
  },
  {
    name: 'namespace-that-goes-is-a-refusal',
    promise: 'Nobody is warned of what cannot be made because its namespace is being deleted.',
    row: 'all kinds: refusals',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: ' || goesWithItsNamespace(run, error)',
    replace: '',
    test: {
      file: `${reconcile}/run/regression/terminating-namespace.test.ts`,
      title: 'is nothing that anybody has to look at, or to try again',
    },
  },
  {
    name: 'event-for-a-namespace-that-goes-is-a-warning',
    promise: 'An event that cannot be told because its namespace is being deleted is no warning.',
    file: `${reconcile}/events/line.ts`,
    find: 'if (isNamespaceGoing(error))',
    replace: 'if (error === undefined)',
    test: {
      file: `${reconcile}/events/line.test.ts`,
      title: 'in a namespace that is being deleted is nothing that anybody has to look at',
    },
  },
  {
    name: 'lost-lease-shows-our-code',
    promise: 'A Lease that is lost is told in words.',
    file: `${manager}/election/serve-term.ts`,
    find: '{ detail: messageOf(term.signal.reason), lease }',
    replace: '{ err: term.signal.reason, lease }',
    test: {
      file: `${manager}/election/regression/lost-lease.test.ts`,
      title: 'a lease that is lost is told in words: it is nothing to look for in the code',
    },
  },
  {
    name: 'event-is-not-in-the-log',
    promise: 'What a controller tells as an event is in its log, too.',
    row: 'all kinds: events',
    file: `${reconcile}/run/handles.ts`,
    find: 'log.info(eventTold, { reason, note });',
    replace: 'log.debug(eventTold, { reason, note });',
    test: { file: `${reconcile}/run/handles.test.ts`, title: 'is a line of its log, too' },
  },
];
