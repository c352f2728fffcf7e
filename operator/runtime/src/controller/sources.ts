import {
  type Clock,
  type OnFailure,
  isTerminating,
  getKey,
  formatKey,
  type Kind,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  catchFailure,
} from '../base/index.ts';
import type { Change, ChangeListener, ObjectCache } from '../cache/index.ts';
import type { Why } from './explain-change.ts';
import { findOwnerOf, listReferences, type Predicate, type UsedBy } from '../reconcile/index.ts';

/**
 * Filters updates: calls `listener` only for updates that satisfy `when`, for the start of a deletion, and for every
 * change that is not an update. If `when` throws, the update passes.
 */
export function filterChanges(
  listener: ChangeListener<KubeObject>,
  when: Predicate | undefined,
): ChangeListener<KubeObject> {
  if (when === undefined) return listener;
  return (change) => {
    const { before, after, initial } = change;
    // `before` is `after` if another client changed the object before our cached write: then the change itself is
    // unknown.
    const isUpdate = before !== undefined && after !== undefined && before !== after;
    const stays =
      !initial && isUpdate && before.metadata.uid === after.metadata.uid && !isStartOfDeletion(before, after);
    let matters = true;
    try {
      matters = !stays || when(before, after);
    } finally {
      if (matters) listener(change);
    }
  };
}

/**
 * Whether an update is the start of a deletion. It always passes, because the deletion may wait for the finalizer of
 * this controller.
 */
function isStartOfDeletion(before: KubeObject, after: KubeObject): boolean {
  return isTerminating(after) && !isTerminating(before);
}

/** Enqueues the keys of the resources that a change affects. */
export type SourceListener = (change: Change<KubeObject>, why: Why) => void;

/** Creates a listener that enqueues the changed object itself. */
export function createResourceListener(enqueue: Enqueue): SourceListener {
  return (change, why) => {
    enqueue(formatKey(change.key), why);
  };
}

/** Creates a listener that enqueues the old and the new owner of a changed child. */
export function createChildListener(ownerKind: Kind, enqueue: Enqueue): SourceListener {
  return (change, why) => {
    for (const key of new Set([findOwner(change.before, ownerKind), findOwner(change.after, ownerKind)])) {
      if (key !== undefined) enqueue(key, why);
    }
  };
}

/** Creates a listener that enqueues the resources to which the author's function maps a changed object. */
export function createWatchedListener(
  mapTo: (object: KubeObject) => readonly ObjectKey[],
  enqueueEach: EnqueueEach,
): SourceListener {
  return (change, why) => {
    const objects = [change.before, change.after].filter((object) => object !== undefined);
    const keys = objects.flatMap((object) => mapTo(object));
    enqueueEach(new Set(keys.map(formatKey)), why);
  };
}

/**
 * Creates a listener that enqueues the resources that refer to a changed object; it finds them with an index.
 * @param watch `logFields` are added to log lines of the index
 */
export function createUsedByListener(
  { usedBy, kind, logFields }: UsedBy & { readonly kind: Kind; readonly logFields?: LogFields },
  resources: ObjectCache<KubeObject>,
  enqueueEach: EnqueueEach,
): SourceListener {
  const users = resources.indexBy(
    (resource) => listReferences({ kind, references: usedBy, call: 'usedBy' }, resource).map(formatKey),
    logFields,
  );
  return ({ key }, why) => {
    enqueueEach(listKeys(users.get(formatKey(key))), why);
  };
}

/** Yields the key of each object, computed lazily. */
export function* listKeys(objects: readonly KubeObject[]): Iterable<string> {
  for (const object of objects) yield formatKey(getKey(object));
}

function findOwner(child: KubeObject | undefined, ownerKind: Kind): string | undefined {
  const key = child && findOwnerOf(child, ownerKind);
  return key && formatKey(key);
}

/** Adds a key to the queue. */
export type Enqueue = (key: string, why: Why) => void;

/** Adds all keys that one change affects to the queue. */
export type EnqueueEach = (keys: Iterable<string>, why: Why) => void;

/** Number of keys that are enqueued before other work gets a turn. Most changes affect fewer. */
const batch = 256;

/**
 * Enqueues the first keys at once, and the others in later turns of the event loop: one change may affect tens of
 * thousands of resources.
 */
export function enqueueInTurns(enqueue: Enqueue, clock: Pick<Clock, 'yieldIfDue'>, failed: OnFailure): EnqueueEach {
  const enqueueEach = async (keys: Iterable<string>, why: Why): Promise<void> => {
    let count = 0;
    for (const key of keys) {
      const due = count > 0 && count % batch === 0 ? clock.yieldIfDue() : undefined;
      if (due !== undefined) await due;
      enqueue(key, why);
      count += 1;
    }
  };
  return (keys, why) => {
    catchFailure(enqueueEach(keys, why), failed);
  };
}
