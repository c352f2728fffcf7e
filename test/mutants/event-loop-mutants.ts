import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';

/** What gives the event loop its turns, however many resources there are. */
export const eventLoopMutants: readonly Mutant[] = [
  {
    name: 'loops-share-no-turn',
    promise: 'Of all loops that have yielded one goes on per turn.',
    file: `${runtime}/base/event-loop.ts`,
    find: 'this.#beginTurn(this.#port.monotonic());\n      goOn();',
    replace: 'goOn();\n      for (const other of this.#yielded.splice(0)) other();',
    test: { file: `${runtime}/base/event-loop.test.ts`, title: 'gives no turn to several loops at once' },
  },
  {
    name: 'worker-takes-key-after-key',
    promise: 'A worker lets the event loop have its turn before each key.',
    file: `${runtime}/controller/workers.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: { file: `${runtime}/controller/workers.test.ts`, title: 'lets the event loop have its turn before each key' },
  },
  {
    name: 'sweep-in-one-piece',
    promise: 'The sweep as a term begins lets the event loop have its turns.',
    file: `${runtime}/controller/controller.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: {
      file: `${runtime}/controller/controller.test.ts`,
      title:
        'fills with all resources as a term begins, in turns of the event loop, before the first of them is worked on',
    },
  },
  {
    name: 'fan-out-in-one-piece',
    promise: 'What concerns thousands of resources lets the event loop have its turns.',
    file: `${runtime}/controller/enqueue-in-turns.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: {
      file: `${runtime}/controller/enqueue-in-turns.test.ts`,
      title: 'are enqueued in turns of the event loop where they are many, all and in order',
    },
  },
  {
    name: 'scrapes-take-samples-from-each-other',
    promise: 'Scrapes at the same time have all samples each.',
    file: `${runtime}/manager/metrics/author-metrics.ts`,
    find: 'running ??= run()',
    replace: 'running = run()',
    test: {
      file: `${runtime}/manager/tools.test.ts`,
      title: 'are taken in turns of the event loop, and scrapes at the same time take nothing from each other',
    },
  },
  {
    name: 'scrape-in-one-piece',
    promise: 'A scrape lets the event loop have its turns.',
    file: `${runtime}/manager/metrics/author-metrics.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: {
      file: `${runtime}/manager/tools.test.ts`,
      title: 'are taken in turns of the event loop, and scrapes at the same time take nothing from each other',
    },
  },
  {
    name: 'watch-tells-event-after-event',
    promise: 'A watch lets the event loop have its turn after each event.',
    file: `${runtime}/watch/watch-objects.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: {
      file: `${runtime}/watch/watch-objects.test.ts`,
      title: 'lets the event loop have its turn after each event',
    },
  },
  {
    name: 'watch-forgets-how-long-a-list-took',
    promise: 'After a list that took its time to be taken in a watch asks whether the server was set back meanwhile.',
    file: `${runtime}/watch/watch-objects.ts`,
    find: 'state = afterTelling(next, clock.monotonic() - toldAt);',
    replace: 'state = afterTelling(next, toldAt - toldAt);',
    test: {
      file: `${runtime}/watch/watch-objects.test.ts`,
      title: 'asks whether the server was set back while a list was taken in, if that took a while',
    },
  },
  {
    name: 'cache-takes-a-list-in-one-piece',
    promise: 'A cache that takes in a list lets the event loop have its turns.',
    file: `${runtime}/cache/watched-cache.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: {
      file: `${runtime}/cache/watched-cache.test.ts`,
      title: 'comes once the last of the initial objects was told, however long they take',
    },
  },
  {
    name: 'cache-keeps-what-was-lost-beside-a-new-write',
    promise: 'While a list that shows a restored backup is taken in, our own writes are shown at once.',
    file: `${runtime}/cache/watched-cache.ts`,
    find: 'const isLost = progress.isSetBack && !progress.expects(held.resourceVersion);',
    replace: 'const isLost = false;',
    test: {
      file: `${runtime}/cache/regression/restored-from-a-backup.test.ts`,
      title: 'shows what we write while it is taken in',
    },
  },
  {
    name: 'queue-fires-all-at-once',
    promise: 'However many keys become due at the same time, other timers have their turn in between.',
    file: `${runtime}/queue/work-queue.ts`,
    find: 'fired < firedAtOnce;',
    replace: 'fired < Infinity;',
    test: {
      file: `${runtime}/queue/work-queue-delays.test.ts`,
      title: 'that are due at the same time leave room for other timers',
    },
  },
];
