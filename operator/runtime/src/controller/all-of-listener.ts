import type { KubeObject } from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import { type Causes, joinCauses, noCauses } from '../queue/index.ts';
import { type EnqueueEach, listKeys, type SourceListener } from './sources.ts';

/**
 * Enqueues all resources of the controller after a change. Guarantees: many changes at once, such as those of a first
 * list, cause one sweep of the cache; changes during a sweep cause one more after it.
 */
export function createAllOfListener(
  resources: Pick<ObjectCache<KubeObject>, 'list'>,
  enqueueEach: EnqueueEach,
): SourceListener {
  const first = createSweep(resources, { enqueueEach, initial: true });
  const later = createSweep(resources, { enqueueEach, initial: false });
  return (_, { initial, causes }) => {
    if (initial) first(causes);
    else later(causes);
  };
}

interface SweepOptions {
  readonly enqueueEach: EnqueueEach;
  /** Whether the keys get low priority, because no change is known. */
  readonly initial: boolean;
}

/**
 * Returns a function that enqueues all resources. Several calls at once cause one sweep, with the causes of all of
 * them.
 */
export function createSweep(
  resources: Pick<ObjectCache<KubeObject>, 'list'>,
  { enqueueEach, initial }: SweepOptions,
): (causes: Causes) => void {
  let state: 'idle' | 'waiting' | 'sweeping' | 'sweepAgain' = 'idle';
  let next = noCauses;
  const why = { initial, causes: noCauses };
  function* sweep(): Iterable<string> {
    try {
      do {
        state = 'sweeping';
        why.causes = next;
        next = noCauses;
        yield* listKeys(resources.list());
      } while (isAgain());
    } finally {
      state = 'idle';
      why.causes = noCauses;
    }
  }
  const isAgain = (): boolean => state === 'sweepAgain';
  return (causes) => {
    next = joinCauses(next, causes);
    if (state === 'sweeping') state = 'sweepAgain';
    if (state !== 'idle') return;
    state = 'waiting';
    // Further calls in the same turn of the event loop join this sweep.
    queueMicrotask(() => {
      enqueueEach(sweep(), why);
    });
  };
}
