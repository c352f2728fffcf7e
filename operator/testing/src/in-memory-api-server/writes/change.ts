import { equalJson } from '@kubewright/runtime/internal/reconcile/compare';
import type { ApiResponse } from '@kubewright/runtime/internal/client';

import { type Managed, type Manager, decodeManaged } from '../fields/managers.ts';
import { afterUpdate, ownSame } from '../fields/ownership.ts';
import { type JsonObject, without } from '../json.ts';
import { metaOf, type StoredObject, withMeta, withoutEmptyMeta } from '../objects.ts';
import { modifiedMeanwhile, badRequest, conflict, invalid } from '../refusal.ts';
import type { ServedKind } from '../served/served-kind.ts';
import { changedMetadataProblems } from './check-metadata.ts';
import { checkObject } from './check-object.ts';
import { writingOf } from './create.ts';
import { asRead, isUnread, keep, type Write, liveObject, managerOf } from './write.ts';
import { decoded, undecodable, methodNotAllowed, sentObject } from './sent-object.ts';

/** The new state of an object. */
interface Change {
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
  checkObject(next, served, { metadata: changedMetadataProblems(live, sent), part: write.route.subresource });
  const held = decodeManaged(live.metadata.managedFields);
  const managed = change.managed ?? managedAfter(write, { ...change, next: sent });
  if (equalJson(bare(live), bare(next)) && ownSame(held, managed) && !isUnread(live)) return live;
  const final = asRead(served, withMeta(next, { generation: generationAfter(served, live, next) }), managed);
  if (isOver(final)) {
    if (!dryRun) state.store.remove(served, live);
    return final;
  }
  return keep(write, final, next);
}

/** Entries in the request replace the existing ones, and empty ones remove them, but not through a subresource. */
function managedAfter(write: Write, { live, by, next: sent }: Change): readonly Managed[] {
  const writing = writingOf(write, by, live);
  const { managedFields } = metaOf(sent);
  if (write.route.subresource !== undefined || managedFields === undefined) return afterUpdate(writing, sent);
  const isReset = managedFields.every((entry) => Object.keys(entry).length === 0);
  return afterUpdate({ ...writing, managed: isReset ? [] : decodeManaged(managedFields) }, sent);
}

function checkVersion({ kind }: ServedKind, live: StoredObject, sent: JsonObject): void {
  const { resourceVersion } = metaOf(sent);
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    throw modifiedMeanwhile(kind, live.metadata.name);
  }
}

/** The status changes only through its own endpoint; the server's own metadata does not change. */
function nextObject({ route, served }: Write, { live, next: sent }: Change): JsonObject {
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
  return served.hasStatus ? { ...without(object, 'status'), ...(status !== undefined && { status }) } : object;
}

function generationAfter(
  { generation, hasStatus }: ServedKind,
  live: StoredObject,
  next: JsonObject,
): number | undefined {
  const current = live.metadata.generation;
  if (generation === 'none' || current === undefined) return current;
  const isDesired = (part: string): boolean => part !== 'metadata' && (part !== 'status' || !hasStatus);
  const parts = generation === 'spec' ? ['spec'] : Object.keys({ ...live, ...next }).filter(isDesired);
  return parts.every((part) => equalJson(live[part], next[part])) ? current : current + 1;
}

/** Whether nothing delays the deletion of a terminating object any more. */
export function isOver(object: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metaOf(object);
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

function bare(object: JsonObject): JsonObject {
  return withMeta(object, { managedFields: undefined });
}

/** Answers a PUT. */
export function update(write: Write): ApiResponse {
  const { route, served } = write;
  if (route.name === undefined) throw methodNotAllowed();
  if (metaOf(write.body).name === undefined) throw nameless;
  const next = sentObject(decoded(write, write.body, undecodable(served)), route);
  const live = liveObject(write);
  const { uid, resourceVersion } = metaOf(next);
  if (uid !== undefined && uid !== live.metadata.uid) throw otherUid(write, uid, live.metadata.uid);
  if (resourceVersion === undefined && served.needsVersion) {
    const message = 'Invalid value: 0: must be specified for an update';
    const resource = { ...served.kind, kind: served.kind.plural };
    throw invalid(resource, route.name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }]);
  }
  return { status: 200, body: changeObject(write, { live, next, by: managerOf(write, 'Update') }) };
}

const nameless = badRequest('the name of the object (based on URL) was undeterminable: name must be provided');

function otherUid({ route, served }: Write, sent: string, uid: string): Error {
  const mismatch = `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${uid}`;
  return conflict(served.kind, route.name ?? '', mismatch);
}
