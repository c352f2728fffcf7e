import { compareResourceVersions, getKey, type KubeObject } from '../base/index.ts';
import type { WatchEvent } from '../watch/index.ts';
import type { WatchProgress } from './watch-progress.ts';
import type { Change } from './object-cache.ts';
import type { ObjectStore } from './object-store.ts';

/** What the rules for an event need: the cached objects, and the progress of the watch that sent the event. */
interface TakeContext<T extends KubeObject> {
  readonly store: ObjectStore<T>;
  readonly progress: WatchProgress;
  /** Monotonic time in milliseconds. */
  readonly now: number;
}

/** Whether `object` replaces `held` although it is older or equal: true if the server was restored from a backup. */
type Outdated<T> = (held: T, object: T) => boolean;

type Replaced<T> = Extract<WatchEvent<T>, { readonly type: 'replaced' }>;

/**
 * Applies a watch event; yields the changes of which to notify listeners. Processes a list lazily, one object at a
 * time, because responses to writes may arrive in between; yields `undefined` for an unchanged object.
 */
export function takeEvent<T extends KubeObject>(
  taking: TakeContext<T>,
  event: WatchEvent<T>,
): Iterable<Change<T> | undefined> {
  switch (event.type) {
    case 'replaced':
      return takeAll(taking, event);
    case 'applied':
      return [...takeApplied(taking, event), ...advanceProgress(taking, event.object.metadata.resourceVersion)];
    case 'deleted':
      return [...takeDeleted(taking, event.object), ...advanceProgress(taking, event.object.metadata.resourceVersion)];
    case 'bookmark':
      return advanceProgress(taking, event.resourceVersion);
  }
}

function* takeAll<T extends KubeObject>(taking: TakeContext<T>, list: Replaced<T>): Generator<Change<T> | undefined> {
  const { items, resourceVersion, asOf } = list;
  const { store, progress, now } = taking;
  // First, because the response to a write that arrives while the list is processed is compared with the list's
  // resource version.
  const wasSetBack = asOf !== undefined && progress.takeNewest(resourceVersion, asOf);
  const uids = yield* collectUids(items);
  // False for our own write that is newer than the list. If the list is known to be the newest state (`asOf`), an earlier
  // write that it does not show was lost.
  const isCovered = ({ metadata: { resourceVersion: held } }: T): boolean =>
    compareResourceVersions(held, resourceVersion) <= 0 || (asOf !== undefined && !progress.isExpected(held));
  // A restored server may have reused the resource version, unless our own later write has it.
  const isUsedAgain: Outdated<T> = ({ metadata: held }, { metadata: { uid } }) =>
    asOf !== undefined && (wasSetBack || held.uid !== uid) && !progress.isExpected(held.resourceVersion);
  const isOutdated: Outdated<T> = (held, item) =>
    held.metadata.resourceVersion === item.metadata.resourceVersion ? isUsedAgain(held, item) : isCovered(held);
  for (const item of items) {
    yield progress.hasTombstone(item.metadata.uid) ? undefined : keep(taking, item, isOutdated);
  }
  const isGone = (held: T): boolean => !uids.has(held.metadata.uid) && isCovered(held);
  for (const listed of store.listIn(progress.scope)) {
    const held = store.get(getKey(listed));
    yield held !== undefined && isGone(held) ? drop(taking, held) : undefined;
  }
  // Writes from before the list whose response arrived after the list had passed their object.
  for (const [, key] of progress.advance(resourceVersion, now)) {
    const held = store.get(key);
    if (held !== undefined && isGone(held)) yield drop(taking, held);
  }
}

function* collectUids(items: readonly KubeObject[]): Generator<undefined, ReadonlySet<string>> {
  const uids = new Set<string>();
  for (const { metadata } of items) {
    uids.add(metadata.uid);
    yield undefined;
  }
  return uids;
}

type Applied<T> = Extract<WatchEvent<T>, { readonly type: 'applied' }>;

function takeApplied<T extends KubeObject>(taking: TakeContext<T>, { object, managedFields }: Applied<T>): Change<T>[] {
  const { store, progress } = taking;
  const { uid, resourceVersion } = object.metadata;
  const held = store.get(getKey(object));
  const isOwnWrite = progress.confirmOwnWrite(resourceVersion);
  // All listeners know of our own write already, even if we have written again since.
  if (isOwnWrite && held !== undefined && compareResourceVersions(held.metadata.resourceVersion, resourceVersion) >= 0)
    return [];
  const change = progress.hasTombstone(uid) ? undefined : keep(taking, object);
  if (change === undefined) return [];
  return [managedFields === undefined ? change : { ...change, managedFields }];
}

function takeDeleted<T extends KubeObject>(taking: TakeContext<T>, object: T): Change<T>[] {
  const { store, progress } = taking;
  const key = getKey(object);
  // Keeps the tombstone: the object may only have left the selection, and the watch may still show older events of it.
  if (progress.hasTombstone(object.metadata.uid)) return [];
  const held = store.get(key);
  if (held === undefined) return [{ key, before: object, after: undefined, initial: false }];
  // True for an event of an earlier object with that name, or from before our own write brought the object back into
  // the selection.
  const isOld = compareResourceVersions(object.metadata.resourceVersion, held.metadata.resourceVersion) < 0;
  return isOld ? [{ key, before: held, after: held, initial: false }] : [drop(taking, held)];
}

/**
 * Caches `object` unless a newer state is cached. An equal state is a change only before the first sync.
 * @param isOutdated called if `object` is not newer than the cached one
 */
function keep<T extends KubeObject>(
  { store, progress }: TakeContext<T>,
  object: T,
  isOutdated: Outdated<T> = () => false,
): Change<T> | undefined {
  const key = getKey(object);
  const initial = !progress.synced;
  const held = store.get(key);
  const order = held === undefined ? 1 : compareToHeld(held, object, isOutdated);
  if (order === 0 && !initial) return undefined;
  const after = held === undefined || order > 0 ? object : held;
  store.set(key, after);
  return { key, before: initial ? undefined : held, after, initial };
}

/** Compares `object` with the cached `held`: positive if it replaces it, 0 if it is the same version. */
function compareToHeld<T extends KubeObject>(held: T, object: T, isOutdated: Outdated<T>): number {
  const order = compareResourceVersions(object.metadata.resourceVersion, held.metadata.resourceVersion);
  return order <= 0 && isOutdated(held, object) ? 1 : order;
}

function drop<T extends KubeObject>({ store, progress }: TakeContext<T>, object: T): Change<T> {
  const key = getKey(object);
  store.delete(key);
  return { key, before: object, after: undefined, initial: !progress.synced };
}

/**
 * Advances the watch to `resourceVersion`. Drops an object of our own write that the watch has passed without showing
 * it: the object is not in the selection.
 */
function advanceProgress<T extends KubeObject>(taking: TakeContext<T>, resourceVersion: string): Change<T>[] {
  const { store, progress, now } = taking;
  return progress.advance(resourceVersion, now).flatMap(([written, key]) => {
    const held = store.get(key);
    return held?.metadata.resourceVersion === written ? [drop(taking, held)] : [];
  });
}
