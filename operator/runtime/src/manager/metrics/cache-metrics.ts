import type { Families } from './families.ts';

/** What caches tell of how they fill. */
export interface CacheMetrics {
  /** There is a cache of this kind, which has not been late yet. */
  known(kind: string): void;
  /** A cache of this kind was not filled in time. */
  late(kind: string): void;
}

/** The family of the caches, which controller-runtime has not: there a process ends that cannot fill one in time. */
export function cacheFamilies(families: Families): CacheMetrics {
  const late = families.counter({
    name: 'cache_sync_timeouts_total',
    help: 'Caches that were not filled in time, by kind.',
    labelNames: ['kind'],
  });
  return {
    known: (kind) => {
      late.inc({ kind }, 0);
    },
    late: (kind) => {
      late.inc({ kind });
    },
  };
}
