import type { Mutant } from './mutant.ts';

const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';
const restored = `${cache}/regression/restored-from-a-backup.test.ts`;

/** What the caches of a process show when a server was set back, and of each other's writes. */
export const cacheViewMutants: readonly Mutant[] = [
  {
    name: 'watches-come-back-together',
    promise: 'Watches that broke together come back apart, however long the server was gone.',
    file: `${watch}/watch-backoff.ts`,
    find: 'return (longestMs / 2) * (1 + random());',
    replace: 'return Math.min(longestMs, maxMs / 2) * (1 + random() / 1e9);',
    test: {
      file: `${watch}/watch-backoff.test.ts`,
      title: 'stays within 30 s, and apart from that of others, however long the server is gone',
    },
  },
  {
    name: 'cache-keeps-what-a-backup-undid',
    promise: 'After etcd was restored from a backup a cache shows what there is, not what was lost.',
    file: `${cache}/take-event.ts`,
    find: '|| (asOf !== undefined && !progress.expects(held))',
    replace: '',
    test: {
      file: restored,
      title: 'is believed: what was lost is told as changed or gone, and what happens from then on is taken in',
    },
  },
  {
    name: 'cache-believes-a-server-that-lags',
    promise: 'A list of what a server had at hand undoes nothing that was told before.',
    file: `${cache}/take-event.ts`,
    find: 'asOf !== undefined && !progress.expects(held)',
    replace: '!progress.expects(held)',
    test: {
      file: restored,
      title: 'of what the server had at hand is that of one that lags behind, and undoes nothing',
    },
  },
  {
    name: 'views-learn-of-a-write-from-their-watch',
    promise: 'What is written through one handle every other view of the kind that selects it shows at once.',
    file: `${cache}/kind-views.ts`,
    find: '!selects(object)) continue;',
    replace: 'selects(object)) continue;',
    test: {
      file: `${cache}/kind-views.test.ts`,
      title: 'is shown at once by every cache of the kind that selects it, and told there once, as if by somebody else',
    },
  },
  {
    name: 'views-get-what-another-has-trimmed',
    promise: 'Each view trims a write by itself: what another drops it still has.',
    file: `${cache}/watched-cache.ts`,
    find: 'this.#views?.wrote(this, object, by);',
    replace: 'this.#views?.wrote(this, this.trim(object), by);',
    test: {
      file: `${cache}/kind-views.test.ts`,
      title: 'is trimmed by each cache for itself, though the writer’s trim has dropped more',
    },
  },
  {
    name: 'answers-come-in-order',
    promise: 'What a list has shown of our own writes stays, in whatever order they were answered.',
    file: `${cache}/watch-progress.ts`,
    find: 'if (!this.hasPassed(written)) continue;',
    replace: 'if (!this.hasPassed(written)) break;',
    test: {
      file: `${cache}/watched-cache-writes.test.ts`,
      title: 'that a list shows stays, also if a later one was answered before it',
    },
  },
];
