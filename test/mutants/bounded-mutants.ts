import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';
const bounded = `${runtime}/manager/bounded.test.ts`;
const owners = { file: bounded, title: 'of owners that came and went' };
const standby = { file: bounded, title: 'of owners that came and went while it stood by' };
const watches = { file: bounded, title: 'of watches that broke' };
const terms = { file: bounded, title: 'of terms that it has led' };

/** What would be left behind by what comes and goes. */
export const boundedMutants: readonly Mutant[] = [
  {
    name: 'worker-leaves-a-listener-per-key',
    promise: 'A worker that was handed a key listens no more to the end of its term.',
    file: `${runtime}/queue/in-work.ts`,
    find: "signal?.removeEventListener('abort', leave);",
    replace: '',
    test: owners,
  },
  {
    name: 'index-keeps-empty-rows',
    promise: 'A row of an index in which nothing is left goes.',
    file: `${runtime}/cache/indexer.ts`,
    find: 'if (row?.size === 0) this.#rows.delete(value);',
    replace: '',
    test: owners,
  },
  {
    name: 'store-keeps-empty-namespaces',
    promise: 'A namespace in which nothing is left goes from the cache.',
    file: `${runtime}/cache/object-store.ts`,
    find: 'if (objects.size === 0) this.#namespaces.delete(namespace);',
    replace: '',
    test: owners,
  },
  {
    name: 'writes-hold-back-for-good',
    promise: 'Events that are deferred during a write are kept no longer than the write.',
    file: `${runtime}/cache/deferred-events.ts`,
    find: 'this.#keys.delete(text);',
    replace: '',
    test: owners,
  },
  {
    name: 'gone-keeps-its-failures',
    promise: 'The failures of a resource go with it.',
    file: `${runtime}/controller/requeue.ts`,
    find: "case 'gone':\n      queue.forget(key);",
    replace: "case 'gone':",
    test: owners,
  },
  {
    name: 'gone-keeps-its-memory',
    promise: 'What is known of a resource and its children goes with it.',
    file: `${runtime}/controller/requeue.ts`,
    find: 'if (primary.get(parseKey(key)) === undefined) memories.delete(key);',
    replace: '',
    test: owners,
  },
  {
    name: 'deadline-leaves-a-listener',
    promise: 'A deadline that is disposed listens no more to its parent.',
    file: `${runtime}/base/abort.ts`,
    find: "parent?.removeEventListener('abort', follow);",
    replace: '',
    test: owners,
  },
  {
    name: 'patience-leaves-a-listener',
    promise: 'Who waits no longer for a signal does not listen to it.',
    file: `${runtime}/base/timeout.ts`,
    find: "signal.removeEventListener('abort', tell);",
    replace: '',
    test: owners,
  },
  {
    name: 'sleep-leaves-a-listener',
    promise: 'A sleep that is over listens no more to its signal.',
    file: `${runtime}/base/clock.ts`,
    find: "signal.removeEventListener('abort', onAbort);",
    replace: '',
    test: watches,
  },
  {
    name: 'pause-leaves-a-listener',
    promise: 'A pause of the election that is over listens no more to its signal.',
    file: `${runtime}/manager/election/pause.ts`,
    find: "signal.removeEventListener('abort', end);",
    replace: '',
    test: owners,
  },
  {
    name: 'line-keeps-events-that-were-told',
    promise: 'An event that had its turn waits no more.',
    file: `${runtime}/reconcile/events/line.ts`,
    find: 'this.#turns.delete(turn);',
    replace: '',
    test: owners,
  },
  {
    name: 'standby-keeps-what-has-gone',
    promise: 'The queue of a standby holds what there is, and not all that ever was.',
    file: `${runtime}/controller/controller.ts`,
    find: 'isLeading() || sources.primary.get(parseKey(key)) !== undefined',
    replace: "isLeading() || key !== ''",
    test: standby,
  },
  {
    name: 'standby-remembers-what-has-gone',
    promise: 'What is known of a resource goes with it also while another process leads.',
    file: `${runtime}/controller/controller.ts`,
    find: 'queue.remove(key);\n    memories.delete(key);',
    replace: 'queue.remove(key);',
    test: terms,
  },
  {
    name: 'standby-counts-failures-of-what-has-gone',
    promise: 'The failures of a resource go with it also while another process leads.',
    file: `${runtime}/queue/work-queue.ts`,
    find: 'remove(key: string): void {\n    this.#backoff.forget(key);',
    replace: 'remove(key: string): void {',
    test: terms,
  },
  {
    name: 'repair-takes-back-what-has-moved',
    promise:
      'What a repair leaves in `managedFields` is taken back by its place only where nobody has changed the list since.',
    file: `${runtime}/reconcile/child/repair.ts`,
    find: 'unchangedSince(live),\n    {',
    replace: '{',
    test: {
      file: `${runtime}/reconcile/child/repair.test.ts`,
      title: 'leaves the fields of somebody who has come in between, and takes its traces back with the next run',
    },
  },
];
