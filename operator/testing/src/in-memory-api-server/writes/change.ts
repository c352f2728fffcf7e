import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import type { ApiResponse } from '@kubewright/runtime/internal/client';

import { type Managed, type Manager, decodeManaged } from '../fields/managers.ts';
import { computeOwnersAfterUpdate, hasSameOwners } from '../fields/ownership.ts';
import { type JsonObject, omit } from '../json.ts';
import { getMeta, type StoredObject, withMeta, removeEmptyMeta } from '../objects.ts';
import { modifiedMeanwhile, badRequest, conflict, invalid } from '../rejection.ts';
import type { ServedKind } from '../served/served-kind.ts';
import { findChangedMetadataProblems } from './check-metadata.ts';
import { checkObject } from './check-object.ts';
import { buildWriteContext } from './create.ts';
import { asRead, isUnread, keep, type Write, getLiveObject, buildManager } from './write.ts';
import { decoded, undecodable, methodNotAllowed, parseSentObject } from './sent-object.ts';

interface Change {
  readonly live: StoredObject;
  readonly next: JsonObject;
  readonly by: Manager;
  /**
   * The owners of the fields after an apply. @default - those after an update, which owns the fields that it changes
   */
  readonly managed?: readonly Managed[];
}

/**
 * Changes an object, or deletes it if it is terminating and has no finalizer left. A change without effect keeps the
 * resource version. Throws: 409, 422.
 */
export function changeObject(write: Write, change: Change): JsonObject {
  const { state, served, dryRun } = write;
  const { live } = change;
  const sent = removeEmptyMeta(change.next);
  checkVersion(served, live, sent);
  const next = buildNextObject(write, { ...change, next: sent });
  checkObject(next, served, {
    metadata: findChangedMetadataProblems(live, sent),
    part: write.route.subresource,
    before: live,
  });
  const held = decodeManaged(live.metadata.managedFields);
  const managed = change.managed ?? computeManaged(write, { ...change, next: sent });
  if (isEqualJson(omitManagedFields(live), omitManagedFields(next)) && hasSameOwners(held, managed) && !isUnread(live))
    return live;
  const final = asRead(served, withMeta(next, { generation: computeGeneration(served, live, next) }), managed);
  if (isOver(final)) {
    if (!dryRun) state.store.remove(served, live);
    return final;
  }
  return keep(write, final, next);
}

/**
 * Computes `managedFields`. Entries in the request replace the stored ones, and an empty list removes them, except
 * through a subresource.
 */
function computeManaged(write: Write, { live, by, next: sent }: Change): readonly Managed[] {
  const writing = buildWriteContext(write, by, live);
  const { managedFields } = getMeta(sent);
  if (write.route.subresource !== undefined || managedFields === undefined)
    return computeOwnersAfterUpdate(writing, sent);
  const isReset = managedFields.every((entry) => Object.keys(entry).length === 0);
  return computeOwnersAfterUpdate({ ...writing, managed: isReset ? [] : decodeManaged(managedFields) }, sent);
}

function checkVersion({ kind }: ServedKind, live: StoredObject, sent: JsonObject): void {
  const { resourceVersion } = getMeta(sent);
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    throw modifiedMeanwhile(kind, live.metadata.name);
  }
}

/**
 * Builds the next state of an object: the status changes only through its own endpoint, and metadata that the server
 * sets does not change.
 */
function buildNextObject({ route, served }: Write, { live, next: sent }: Change): JsonObject {
  const kept = {
    uid: live.metadata.uid,
    resourceVersion: live.metadata.resourceVersion,
    generation: live.metadata.generation,
    creationTimestamp: live.metadata.creationTimestamp,
    generateName: getMeta(sent).generateName,
    deletionTimestamp: live.metadata.deletionTimestamp,
    deletionGracePeriodSeconds: live.metadata.deletionGracePeriodSeconds,
    managedFields: live.metadata.managedFields,
  };
  const { status } = route.subresource === 'status' ? sent : live;
  const isStatus = route.subresource === 'status';
  const object = isStatus ? live : withMeta(sent, kept);
  return served.hasStatus ? { ...omit(object, 'status'), ...(status !== undefined && { status }) } : object;
}

function computeGeneration(
  { generation, hasStatus }: ServedKind,
  live: StoredObject,
  next: JsonObject,
): number | undefined {
  const current = live.metadata.generation;
  if (generation === 'none' || current === undefined) return current;
  const isDesired = (part: string): boolean => part !== 'metadata' && (part !== 'status' || !hasStatus);
  const parts = generation === 'spec' ? ['spec'] : Object.keys({ ...live, ...next }).filter(isDesired);
  return parts.every((part) => isEqualJson(live[part], next[part])) ? current : current + 1;
}

/** Whether a terminating object can be deleted now: it has no finalizer and no grace period left. */
export function isOver(object: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = getMeta(object);
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

function omitManagedFields(object: JsonObject): JsonObject {
  return withMeta(object, { managedFields: undefined });
}

/** Answers a PUT. */
export function update(write: Write): ApiResponse {
  const { route, served } = write;
  if (route.name === undefined) throw methodNotAllowed();
  if (getMeta(write.body).name === undefined) throw nameless;
  const next = parseSentObject(decoded(write, write.body, undecodable(served)), route);
  const live = getLiveObject(write);
  const { uid, resourceVersion } = getMeta(next);
  if (uid !== undefined && uid !== live.metadata.uid) throw otherUid(write, uid, live.metadata.uid);
  if (resourceVersion === undefined && served.needsVersion) {
    const message = 'Invalid value: 0: must be specified for an update';
    const resource = { ...served.kind, kind: served.kind.plural };
    throw invalid(resource, route.name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }]);
  }
  return { status: 200, body: changeObject(write, { live, next, by: buildManager(write, 'Update') }) };
}

const nameless = badRequest('the name of the object (based on URL) was undeterminable: name must be provided');

function otherUid({ route, served }: Write, sent: string, uid: string): Error {
  const mismatch = `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${uid}`;
  return conflict(served.kind, route.name ?? '', mismatch);
}
