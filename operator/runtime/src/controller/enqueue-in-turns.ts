import { type Clock, type Failed, unattended } from '../base/index.ts';

/** Takes a key that has become due. */
export type Enqueue = (key: string, initial: boolean) => void;

/** Takes all keys that one change makes due. */
export type EnqueueEach = (keys: Iterable<string>, initial: boolean) => void;

/** How many keys are enqueued before the loop asks whether to yield: most changes concern fewer. */
const batch = 256;

/**
 * One change may concern tens of thousands of resources. The first keys are enqueued at once, the others in later turns
 * of the event loop, so that it is not blocked.
 */
export function enqueueInTurns(enqueue: Enqueue, clock: Pick<Clock, 'yieldIfDue'>, failed: Failed): EnqueueEach {
  const enqueueEach = async (keys: Iterable<string>, initial: boolean): Promise<void> => {
    let count = 0;
    for (const key of keys) {
      const due = count > 0 && count % batch === 0 ? clock.yieldIfDue() : undefined;
      if (due !== undefined) await due;
      enqueue(key, initial);
      count += 1;
    }
  };
  return (keys, initial) => {
    unattended(enqueueEach(keys, initial), failed);
  };
}
