import { formatTimestamp } from '@kubewright/runtime/internal/base';
import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { decodeManaged, type Managed, type Manager } from '../fields/managers.ts';
import { computeOwnersAfterUpdate, type WriteContext } from '../fields/ownership.ts';
import { type JsonObject, omit } from '../json.ts';
import { getId, getMeta, withMeta, removeEmptyMeta } from '../objects.ts';
import { alreadyExists, Rejection, buildStatusAnswer } from '../rejection.ts';
import { findNewMetadataProblems } from './check-metadata.ts';
import { checkObject } from './check-object.ts';
import { decoded, undecodable, methodNotAllowed, parseSentObject } from './sent-object.ts';
import { asRead, keep, buildManager, type Write } from './write.ts';

/** Answers a POST. */
export function create(write: Write): ApiResponse {
  const { route, served } = write;
  if (route.name !== undefined || served.kind.namespaced !== (route.namespace !== undefined)) throw methodNotAllowed();
  const sent = parseSentObject(decoded(write, write.body, undecodable(served)), route);
  if (getMeta(sent).resourceVersion !== undefined) throw versionOnCreate;
  return { status: 201, body: makeObject(write, sent, { by: buildManager(write, 'Update') }) };
}

/** Who creates an object, and after an apply the fields that it owns. */
export interface CreateOptions {
  readonly by: Manager;
  readonly managed?: readonly Managed[];
}

/** Creates an object. Throws: 409, 422. */
export function makeObject(write: Write, sent: JsonObject, { by, managed }: CreateOptions): JsonObject {
  const { state, served } = write;
  const whole = completeName(write, sent);
  const made = complete(write, whole);
  const { name = '', namespace } = getMeta(made);
  checkObject(made, served, { metadata: findNewMetadataProblems(made) });
  if (state.store.get(served.id, getId({ namespace, name })) !== undefined) throw alreadyExists(served.kind, name);
  const owners = managed ?? computeOwnersAfterUpdate(buildWriteContext(write, by), removeEmptyMeta(whole));
  return keep(write, asRead(served, made, owners), made);
}

/** The state before a write; without `live` that of an object which does not exist. */
export function buildWriteContext({ state, served }: Write, by: Manager, live?: JsonObject): WriteContext {
  const nothing = { apiVersion: served.apiVersion, kind: served.kind.kind, metadata: {} };
  return {
    type: served.type,
    live: live ?? nothing,
    managed: decodeManaged(getMeta(live ?? nothing).managedFields),
    by,
    now: formatTimestamp(state.clock),
    hasStatus: served.hasStatus,
  };
}

function complete({ state, served }: Write, sent: JsonObject): JsonObject {
  const { generation, hasStatus } = served;
  return withMeta(removeEmptyMeta(hasStatus ? omit(sent, 'status') : sent), {
    uid: buildUid(state.next()),
    creationTimestamp: formatTimestamp(state.clock),
    generation: generation === 'none' ? undefined : 1,
    resourceVersion: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    managedFields: undefined,
  });
}

/** Completes `generateName` with five characters, without vowels like the API server. */
function completeName({ state }: Write, sent: JsonObject): JsonObject {
  const { name, generateName } = getMeta(sent);
  if ((name !== undefined && name !== '') || generateName === undefined) return sent;
  return withMeta(sent, { name: generateName + buildSuffix(state.next()) });
}

const letters = 'bcdfghjklmnpqrstvwxz2456789';

function buildSuffix(count: number): string {
  const digits = Array.from({ length: 5 }, (_, place) => Math.floor(count / letters.length ** place) % letters.length);
  return digits.map((digit) => letters.charAt(digit)).join('');
}

function buildUid(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
}

const versionOnCreate = new Rejection(
  buildStatusAnswer(500, '', { message: 'resourceVersion should not be set on objects to be created' }),
);
