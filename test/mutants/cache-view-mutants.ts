import type { Mutant } from './mutant.ts';

const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';
const restored = `${cache}/regression/restored-from-a-backup.test.ts`;

/** Mutants of a process's caches: after a server was restored to an earlier state, and after each other's writes. */
export const cacheViewMutants: readonly Mutant[] = [
  {
    name: 'watches-come-back-together',
    promise: 'Watches that broke at the same time retry at different times, however long the outage was.',
    file: `${watch}/watch-backoff.ts`,
    find: 'return (longestMs / 2) * (1 + random());',
    replace: 'return Math.min(longestMs, maxMs / 2) * (1 + random() / 1e9);',
    test: `${watch}/watch-backoff.test.ts`,
  },
  {
    name: 'cache-keeps-what-a-backup-undid',
    promise: 'After etcd was restored from a backup, the cache has the restored state.',
    file: `${cache}/take-event.ts`,
    find: '|| (asOf !== undefined && !progress.expects(held))',
    replace: '',
    test: restored,
  },
  {
    name: 'cache-believes-a-server-that-lags',
    promise: 'A list from the watch cache of a server that lags behind undoes nothing that listeners were notified of.',
    file: `${cache}/take-event.ts`,
    find: 'asOf !== undefined && !progress.expects(held)',
    replace: '!progress.expects(held)',
    test: restored,
  },
  {
    name: 'views-learn-of-a-write-from-their-watch',
    promise: 'An own write is shown at once by every cache of the kind whose selector matches the object.',
    file: `${cache}/kind-views.ts`,
    find: '!selects(object)) continue;',
    replace: 'selects(object)) continue;',
    test: `${cache}/kind-views.test.ts`,
  },
  {
    name: 'views-get-what-another-has-trimmed',
    promise: 'Each cache trims a written object itself: it keeps the fields that only another cache trims.',
    file: `${cache}/watched-cache.ts`,
    find: 'this.#views?.wrote(this, object, except);',
    replace: 'this.#views?.wrote(this, this.trim(object), except);',
    test: `${cache}/kind-views.test.ts`,
  },
  {
    name: 'answers-come-in-order',
    promise: 'An own write that a list has shown stays in the cache, whatever the order of the responses is.',
    file: `${cache}/watch-progress.ts`,
    find: 'if (!this.hasPassed(written)) continue;',
    replace: 'if (!this.hasPassed(written)) break;',
    test: `${cache}/watched-cache-writes.test.ts`,
  },
];
