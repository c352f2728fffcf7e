import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';

/** Mutants that block the event loop if there are many resources. */
export const eventLoopMutants: readonly Mutant[] = [
  {
    name: 'loops-share-no-turn',
    promise: 'In each turn of the event loop, only one of the loops that have yielded continues.',
    file: `${runtime}/base/event-loop.ts`,
    find: 'this.#beginTurn(this.#port.monotonic());\n      goOn();',
    replace: 'goOn();\n      for (const other of this.#yielded.splice(0)) other();',
    test: `${runtime}/base/event-loop.test.ts`,
  },
  {
    name: 'worker-takes-key-after-key',
    promise: 'A worker yields to the event loop before each key.',
    file: `${runtime}/controller/workers.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/controller/workers.test.ts`,
  },
  {
    name: 'sweep-in-one-piece',
    promise: 'The enqueuing of all resources at the beginning of a term yields to the event loop.',
    file: `${runtime}/controller/controller.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/controller/controller.test.ts`,
  },
  {
    name: 'fan-out-in-one-piece',
    promise: 'The enqueuing of thousands of resources after one change yields to the event loop.',
    file: `${runtime}/controller/sources.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/controller/large-changes.test.ts`,
  },
  {
    name: 'scrapes-take-samples-from-each-other',
    promise: 'Concurrent scrapes get complete samples.',
    file: `${runtime}/manager/metrics/author-metrics.ts`,
    find: 'running ??= run()',
    replace: 'running = run()',
    test: `${runtime}/manager/injected.test.ts`,
  },
  {
    name: 'scrape-in-one-piece',
    promise: 'A scrape yields to the event loop.',
    file: `${runtime}/manager/metrics/author-metrics.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/manager/injected.test.ts`,
  },
  {
    name: 'watch-notifies-without-a-turn',
    promise: 'A watch yields to the event loop after each event.',
    file: `${runtime}/watch/watch-objects.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/watch/watch-objects.test.ts`,
  },
  {
    name: 'watch-forgets-how-long-a-list-took',
    promise:
      'If a list takes long to process, the watch then checks whether etcd was restored from a backup meanwhile.',
    file: `${runtime}/watch/watch-objects.ts`,
    find: 'state = afterEmitting(next, clock.monotonic() - emittedAt);',
    replace: 'state = afterEmitting(next, emittedAt - emittedAt);',
    test: `${runtime}/watch/watch-objects.test.ts`,
  },
  {
    name: 'cache-takes-a-list-in-one-piece',
    promise: 'A cache that processes a list yields to the event loop.',
    file: `${runtime}/cache/watched-cache.ts`,
    find: 'if (due !== undefined) await due;',
    replace: '',
    test: `${runtime}/cache/watched-cache.test.ts`,
  },
  {
    name: 'cache-keeps-what-was-lost-beside-a-new-write',
    promise: 'Own writes are in the cache at once, even while a list after a restore is processed.',
    file: `${runtime}/cache/watched-cache.ts`,
    find: 'const isLost = progress.isSetBack && !progress.expects(held.resourceVersion);',
    replace: 'const isLost = false;',
    test: `${runtime}/cache/regression/restored-from-a-backup.test.ts`,
  },
  {
    name: 'queue-fires-all-at-once',
    promise: 'Other timers run between keys that become due at the same time.',
    file: `${runtime}/queue/work-queue.ts`,
    find: 'fired < firedAtOnce;',
    replace: 'fired < Infinity;',
    test: `${runtime}/queue/work-queue-delays.test.ts`,
  },
];
