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
 * Notifies `listener` of updates that satisfy `when`, of the start of a deletion, and of every other change. If `when`
 * throws, the update passes.
 */
export function filterChanges(
  listener: ChangeListener<KubeObject>,
  when: Predicate | undefined,
): ChangeListener<KubeObject> {
  if (when === undefined) return listener;
  return (change) => {
    const { before, after, initial } = change;
    // If `before` is `after`, another client changed the object before our cached write: the change is unknown.
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

/** Whether a deletion has started: a deletion that waits for a finalizer waits for its controller. */
function isStartOfDeletion(before: KubeObject, after: KubeObject): boolean {
  return isTerminating(after) && !isTerminating(before);
}

/** Enqueues the keys that a change concerns. */
export type SourceListener = (change: Change<KubeObject>, why: Why) => void;

/** Enqueues the changed resource. */
export function createResourceListener(enqueue: Enqueue): SourceListener {
  return (change, why) => {
    enqueue(formatKey(change.key), why);
  };
}

/** Enqueues the old and the new owner of a changed child. */
export function createChildListener(ownerKind: Kind, enqueue: Enqueue): SourceListener {
  return (change, why) => {
    for (const key of new Set([findOwner(change.before, ownerKind), findOwner(change.after, ownerKind)])) {
      if (key !== undefined) enqueue(key, why);
    }
  };
}

/** Enqueues the resources that the declaration maps a changed object to. */
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
 * Enqueues the resources that name a changed object, with an index.
 *
 * @param watch `logFields` are added to its log lines
 */
export function createUsedByListener(
  { usedBy, kind, logFields }: UsedBy & { readonly kind: Kind; readonly logFields?: LogFields },
  resources: ObjectCache<KubeObject>,
  enqueueEach: EnqueueEach,
): SourceListener {
  const users = resources.indexBy(
    (resource) => listReferences({ kind, references: usedBy }, resource).map(formatKey),
    logFields,
  );
  return ({ key }, why) => {
    enqueueEach(listKeys(users.get(formatKey(key))), why);
  };
}

/** Lazily: one key after the other. */
export function* listKeys(objects: readonly KubeObject[]): Iterable<string> {
  for (const object of objects) yield formatKey(getKey(object));
}

function findOwner(child: KubeObject | undefined, ownerKind: Kind): string | undefined {
  const key = child && findOwnerOf(child, ownerKind);
  return key && formatKey(key);
}

/** Accepts a key that has become due. */
export type Enqueue = (key: string, why: Why) => void;

/** Accepts all keys of one change. */
export type EnqueueEach = (keys: Iterable<string>, why: Why) => void;

/** How many keys are enqueued before the event loop may run: most changes affect fewer. */
const batch = 256;

/**
 * One change may affect tens of thousands of resources. Enqueues the first keys at once, the others in later turns of
 * the event loop, so that it is not blocked.
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
