import { timestamp } from '@kubewright/runtime/internal/base';
import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { decodeManaged, type Managed, type Manager } from '../fields/managers.ts';
import { afterUpdate, type Writing } from '../fields/ownership.ts';
import { type JsonObject, without } from '../json.ts';
import { idOf, metaOf, withMeta, withoutEmptyMeta } from '../objects.ts';
import { alreadyExists, Refusal, statusAnswer } from '../refusal.ts';
import { newMetadataProblems } from './check-metadata.ts';
import { checkObject, checkSpecOnCreation } from './check-object.ts';
import { decoded, undecodable, methodNotAllowed, sentObject } from './sent-object.ts';
import { asRead, keep, managerOf, type Write } from './write.ts';

/** Answers a POST. */
export function create(write: Write): ApiResponse {
  const { route, served } = write;
  if (route.name !== undefined || served.kind.namespaced !== (route.namespace !== undefined)) throw methodNotAllowed();
  const sent = sentObject(decoded(write, write.body, undecodable(served)), route);
  if (metaOf(sent).resourceVersion !== undefined) throw versionOnCreate;
  return { status: 201, body: makeObject(write, sent, { by: managerOf(write, 'Update') }) };
}

/** The creator of an object, and if it was applied, the fields that the creator owns. */
export interface Maker {
  readonly by: Manager;
  readonly managed?: readonly Managed[];
}

/** Creates an object. Throws: 409, 422. */
export function makeObject(write: Write, sent: JsonObject, { by, managed }: Maker): JsonObject {
  const { state, served } = write;
  const whole = named(write, sent);
  const made = complete(write, whole);
  const { name = '', namespace } = metaOf(made);
  checkObject(made, served, { metadata: newMetadataProblems(made) });
  checkSpecOnCreation(made, served);
  if (state.store.get(served.id, idOf({ namespace, name })) !== undefined) throw alreadyExists(served.kind, name);
  const owners = managed ?? afterUpdate(writingOf(write, by), withoutEmptyMeta(whole));
  return keep(write, asRead(served, made, owners), made);
}

/** The state of an object before its creation. */
export function writingOf({ state, served }: Write, by: Manager, live?: JsonObject): Writing {
  const nothing = { apiVersion: served.apiVersion, kind: served.kind.kind, metadata: {} };
  return {
    type: served.type,
    live: live ?? nothing,
    managed: decodeManaged(metaOf(live ?? nothing).managedFields),
    by,
    now: timestamp(state.clock),
    hasStatus: served.hasStatus,
  };
}

function complete({ state, served }: Write, sent: JsonObject): JsonObject {
  const { generation, hasStatus } = served;
  return withMeta(withoutEmptyMeta(hasStatus ? without(sent, 'status') : sent), {
    uid: uidOf(state.next()),
    creationTimestamp: timestamp(state.clock),
    generation: generation === 'none' ? undefined : 1,
    resourceVersion: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    managedFields: undefined,
  });
}

/** Generated names end in five characters that form no word. */
function named({ state }: Write, sent: JsonObject): JsonObject {
  const { name, generateName } = metaOf(sent);
  if ((name !== undefined && name !== '') || generateName === undefined) return sent;
  return withMeta(sent, { name: generateName + suffixOf(state.next()) });
}

const letters = 'bcdfghjklmnpqrstvwxz2456789';

function suffixOf(count: number): string {
  const digits = Array.from({ length: 5 }, (_, place) => Math.floor(count / letters.length ** place) % letters.length);
  return digits.map((digit) => letters.charAt(digit)).join('');
}

function uidOf(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
}

const versionOnCreate = new Refusal(
  statusAnswer(500, '', { message: 'resourceVersion should not be set on objects to be created' }),
);
