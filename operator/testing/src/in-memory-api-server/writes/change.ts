import { encodeManaged, type Managed, type Manager, decodeManaged } from '../fields/managers.ts';
import { afterUpdate, ownSame } from '../fields/ownership.ts';
import { type JsonObject, sameJson, without } from '../json.ts';
import { metaOf, type StoredObject, withMeta, withoutEmptyMeta } from '../objects.ts';
import { modifiedMeanwhile, unsupported } from '../refusal.ts';
import { completed } from '../schema/complete.ts';
import type { ServedKind } from '../served/served-kind.ts';
import { changedMetadataProblems } from './check-metadata.ts';
import { checkObject } from './check-object.ts';
import { writingOf } from './create.ts';
import type { Write } from './write.ts';

/** The new state of an object. */
export interface Change {
  readonly live: StoredObject;
  readonly next: JsonObject;
  readonly by: Manager;
  /** The owners of fields after an apply. @default - an update owns the fields that it changes */
  readonly managed?: readonly Managed[];
}

/**
 * Changes an object, or deletes it if nothing else delays its deletion. A change without an effect keeps the version.
 *
 * Throws: 409, 422.
 */
export function changeObject(write: Write, change: Change): JsonObject {
  const { state, served, dryRun } = write;
  const { live } = change;
  const sent = withoutEmptyMeta(change.next);
  checkVersion(served, live, sent);
  const next = nextObject(write, { ...change, next: sent });
  checkObject(next, served, changedMetadataProblems(live, sent));
  const held = decodeManaged(live.metadata.managedFields);
  const managed = change.managed ?? managedAfter(write, change, next);
  if (sameJson(bare(live), bare(next)) && ownSame(held, managed)) return live;
  const final = withMeta(next, {
    managedFields: encodeManaged(managed),
    generation: generationAfter(served, live, next),
  });
  if (isOver(final)) {
    if (!dryRun) state.store.remove(served, live);
    return final;
  }
  return dryRun ? final : state.store.put(served, final);
}

/** Entries in the request, even an empty list, replace the existing ones, but not through a subresource. */
function managedAfter(write: Write, { live, by, next: sent }: Change, next: JsonObject): readonly Managed[] {
  const writing = writingOf(write, by, live);
  const { managedFields } = metaOf(sent);
  if (write.route.subresource !== undefined || managedFields === undefined) return afterUpdate(writing, next);
  if (managedFields.some(({ fieldsV1 }) => fieldsV1 === undefined)) throw unsupported('reset managedFields');
  return afterUpdate({ ...writing, managed: decodeManaged(managedFields) }, next);
}

function checkVersion({ kind }: ServedKind, live: StoredObject, sent: JsonObject): void {
  const { resourceVersion } = metaOf(sent);
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    throw modifiedMeanwhile(kind, live.metadata.name);
  }
}

/** The status changes only through its own endpoint; the server's own metadata does not change. */
function nextObject({ route, served }: Write, { live, next: sent, managed }: Change): JsonObject {
  const kept = {
    uid: live.metadata.uid,
    resourceVersion: live.metadata.resourceVersion,
    generation: live.metadata.generation,
    creationTimestamp: live.metadata.creationTimestamp,
    generateName: metaOf(sent).generateName,
    deletionTimestamp: live.metadata.deletionTimestamp,
    deletionGracePeriodSeconds: live.metadata.deletionGracePeriodSeconds,
    managedFields: live.metadata.managedFields,
  };
  const { status } = route.subresource === 'status' ? sent : live;
  const isStatus = route.subresource === 'status';
  const object = isStatus ? live : withMeta(sent, kept);
  const next = served.hasStatus ? { ...without(object, 'status'), ...(status !== undefined && { status }) } : object;
  return served.schema === undefined
    ? next
    : completed(next, served.schema, managed === undefined ? 'dropped' : 'kept');
}

function generationAfter({ generation }: ServedKind, live: StoredObject, next: JsonObject): number | undefined {
  const current = live.metadata.generation;
  if (generation === 'none' || current === undefined) return current;
  const parts = generation === 'spec' ? ['spec'] : Object.keys({ ...live, ...next }).filter(isDesired);
  return parts.every((part) => sameJson(live[part], next[part])) ? current : current + 1;
}

function isDesired(part: string): boolean {
  return part !== 'metadata' && part !== 'status';
}

/** Whether nothing delays the deletion of a terminating object any more. */
export function isOver(object: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metaOf(object);
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

function bare(object: JsonObject): JsonObject {
  return withMeta(object, { managedFields: undefined });
}
