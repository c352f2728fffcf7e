import type { OwnerReference } from '@kubewright/runtime/internal/base';
import { getId, type StoredObject, withMeta } from './objects.ts';
import type { ServedKind } from './served/served-kind.ts';
import type { ServerState } from './store.ts';
import { isOver } from './writes/change.ts';
import { collectorFinalizers, deleteObject } from './writes/delete.ts';

const { Foreground: foreground, Orphan: orphan } = collectorFinalizers;

interface HeldObject {
  readonly served: ServedKind;
  readonly object: StoredObject;
}

/**
 * Deletes objects that have lost all of their owners, and completes deletions that wait for dependents. It runs
 * directly after the write that causes it; the real garbage collector is asynchronous.
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 * @param begun uids of owners with a foreground deletion in progress, to which this function adds
 */
export function collectGarbage(state: ServerState, begun: Set<string>): void {
  // Repeats until no step writes any more.
  while (listAll(state).some((held) => takeStep(state, held, begun))) continue;
}

/** Lists each object once, even if several versions of its kind are served. */
function listAll({ kinds, store }: ServerState): readonly HeldObject[] {
  const byId = new Map(kinds.map((served) => [served.id, served]));
  return [...byId.values()].flatMap((served) => store.list(served.id).map((object) => ({ served, object })));
}

/**
 * Performs at most one write for an object.
 * @returns whether it has written
 */
function takeStep(state: ServerState, held: HeldObject, begun: Set<string>): boolean {
  const { finalizers = [], deletionTimestamp } = held.object.metadata;
  const isDeleting = deletionTimestamp !== undefined;
  if (isDeleting && finalizers.includes(orphan)) return releaseDependents(state, held);
  if (isDeleting && finalizers.includes(foreground)) return goAfterDependents(state, held, begun);
  return isDeleting ? false : followOwners(state, held);
}

/** Removes references to the deleted owner from its dependents, which stay. */
function releaseDependents(state: ServerState, held: HeldObject): boolean {
  for (const { served, object } of listDependents(state, held)) {
    const left = object.metadata.ownerReferences?.filter(({ uid }) => uid !== held.object.metadata.uid);
    state.store.put(served, withMeta(object, { ownerReferences: left?.length === 0 ? undefined : left }));
  }
  return removeFinalizer(state, held, orphan);
}

/**
 * Deletes the dependents of an object in foreground deletion: all when the deletion begins, later only new ones with
 * `blockOwnerDeletion`.
 */
function goAfterDependents(state: ServerState, held: HeldObject, begun: Set<string>): boolean {
  const { uid } = held.object.metadata;
  const blocks = ({ ownerReferences = [] }: StoredObject['metadata']): boolean =>
    ownerReferences.some((reference) => reference.uid === uid && reference.blockOwnerDeletion === true);
  const begins = !begun.has(uid);
  begun.add(uid);
  const waiting = listDependents(state, held).filter(
    ({ object: { metadata } }) => metadata.deletionTimestamp === undefined && (begins || blocks(metadata)),
  );
  for (const dependent of waiting) {
    const others = dependent.object.metadata.ownerReferences?.filter((reference) => reference.uid !== uid) ?? [];
    if (others.some((reference) => isPresent(state, reference, dependent))) forget(state, dependent, others);
    else
      deleteObject({ state, served: dependent.served }, dependent.object, { propagation: 'Foreground', dryRun: false });
  }
  if (listDependents(state, held).some(({ object }) => blocks(object.metadata))) return waiting.length > 0;
  return removeFinalizer(state, held, foreground);
}

/** Removes references to deleted owners, and deletes an object that has lost all of its owners. */
function followOwners(state: ServerState, held: HeldObject): boolean {
  const { ownerReferences = [] } = held.object.metadata;
  const standing = ownerReferences.filter((reference) => isPresent(state, reference, held));
  if (standing.length === ownerReferences.length) return false;
  if (standing.length > 0) forget(state, held, standing);
  else deleteObject({ state, served: held.served }, held.object, { propagation: 'Background', dryRun: false });
  return true;
}

function forget({ store }: ServerState, { served, object }: HeldObject, left: readonly OwnerReference[]): void {
  store.put(served, withMeta(object, { ownerReferences: left }));
}

/** Whether an owner exists. An owner whose kind is not served counts as existing. */
function isPresent(
  state: ServerState,
  { apiVersion, kind, name, uid }: OwnerReference,
  { object }: HeldObject,
): boolean {
  const served = state.kinds.find((each) => each.apiVersion === apiVersion && each.kind.kind === kind);
  if (served === undefined) return true;
  const { namespace } = object.metadata;
  const id = getId({ name, ...(served.kind.namespaced && namespace !== undefined && { namespace }) });
  return state.store.get(served.id, id)?.metadata.uid === uid;
}

function listDependents(state: ServerState, { object: { metadata } }: HeldObject): readonly HeldObject[] {
  return listAll(state).filter(({ object }) =>
    object.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid),
  );
}

function removeFinalizer({ store }: ServerState, { served, object }: HeldObject, finalizer: string): boolean {
  const left = store.get(served.id, getId(object.metadata)) ?? object;
  const finalizers = left.metadata.finalizers?.filter((each) => each !== finalizer) ?? [];
  const next = withMeta(left, { finalizers: finalizers.length === 0 ? undefined : finalizers });
  if (isOver(next)) store.remove(served, left);
  else store.put(served, next);
  return true;
}

/** Whether a change may give the garbage collector something to do. */
export function isAboutOwners({ before, after }: { before?: StoredObject; after?: StoredObject }): boolean {
  if (after === undefined) return true;
  const { ownerReferences, deletionTimestamp, finalizers } = after.metadata;
  if (deletionTimestamp !== undefined)
    return finalizers?.some((each) => each === foreground || each === orphan) === true;
  return ownerReferences !== undefined && before?.metadata.ownerReferences?.length !== ownerReferences.length;
}
