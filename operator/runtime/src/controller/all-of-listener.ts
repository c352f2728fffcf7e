import type { KubeObject } from '../base/index.ts';
import type { ChangeListener, ObjectCache } from '../cache/index.ts';
import { type EnqueueEach, listKeys } from './sources.ts';

/**
 * Enqueues all resources after a change.
 *
 * Guarantees: many changes at once, such as those of a first list, cause one sweep of the cache; changes during a sweep
 * cause one more after it.
 */
export function createAllOfListener(
  resources: Pick<ObjectCache<KubeObject>, 'list'>,
  enqueueEach: EnqueueEach,
): ChangeListener<KubeObject> {
  const first = createSweep(resources, (keys) => enqueueEach(keys, true));
  const later = createSweep(resources, (keys) => enqueueEach(keys, false));
  return ({ initial }) => {
    if (initial) first();
    else later();
  };
}

/** Returns a function that enqueues all resources, once for many calls. */
export function createSweep(
  resources: Pick<ObjectCache<KubeObject>, 'list'>,
  enqueueAll: (keys: Iterable<string>) => void,
): () => void {
  let state: 'idle' | 'waiting' | 'sweeping' | 'sweepAgain' = 'idle';
  function* sweep(): Iterable<string> {
    try {
      do {
        state = 'sweeping';
        yield* listKeys(resources.list());
      } while (isAgain());
    } finally {
      state = 'idle';
    }
  }
  const isAgain = (): boolean => state === 'sweepAgain';
  return () => {
    if (state === 'sweeping') state = 'sweepAgain';
    if (state !== 'idle') return;
    state = 'waiting';
    // Further changes of the same turn need no sweep of their own.
    queueMicrotask(() => {
      enqueueAll(sweep());
    });
  };
}
