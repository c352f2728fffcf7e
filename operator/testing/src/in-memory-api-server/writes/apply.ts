import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { formatKind } from '@kubewright/runtime/internal/base';
import { fillBuiltinDefaults } from '../defaults/fill-defaults.ts';
import { checkTyped } from '../fields/check-typed.ts';
import { applyConflict } from '../fields/managers.ts';
import { applyConfig, type AppliedObject } from '../fields/ownership.ts';
import { TypedError } from '../fields/typed.ts';
import { hasNull, type JsonObject, removeNulls } from '../json.ts';
import { getId, getMeta, type StoredObject, withMeta } from '../objects.ts';
import { badRequest, conflict, invalidOption, notFound, Rejection, buildStatusAnswer } from '../rejection.ts';
import { applyDefaults } from '../schema/complete.ts';
import { changeObject } from './change.ts';
import { makeObject, buildWriteContext } from './create.ts';
import { parseSentObject } from './sent-object.ts';
import { buildManager, type Write } from './write.ts';

/** Answers a server-side apply (KEP-555). */
export function apply(write: Write): ApiResponse {
  const { state, route, served } = write;
  checkApply(write);
  const config = parseSentObject(write.body, route);
  const live = state.store.get(served.id, getId(route));
  if (live !== undefined) return { status: 200, body: applyTo(write, live, config) };
  if (route.subresource !== undefined) throw notFound(served.kind, route.name ?? '');
  const { uid } = getMeta(config);
  if (uid !== undefined) {
    const mismatch = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(served.kind, route.name ?? '', mismatch);
  }
  const { object, managed } = computeApplied(write, config);
  return { status: 201, body: makeObject(write, object, { by: buildManager(write, 'Apply'), managed }) };
}

function applyTo(write: Write, live: StoredObject, config: JsonObject): JsonObject {
  const { object, managed, conflicts } = computeApplied(write, config, live);
  if (conflicts.length > 0 && String(write.query['force']) !== 'true') throw applyConflict(conflicts);
  // `uid` and `resourceVersion` in the request are preconditions; they are not merged.
  const { uid = live.metadata.uid, resourceVersion } = getMeta(config);
  const next = withMeta(object, { uid, resourceVersion });
  return changeObject(write, { live, next, by: buildManager(write, 'Apply'), managed });
}

function computeApplied(write: Write, config: JsonObject, live?: StoredObject): AppliedObject {
  const { schema } = write.served;
  checkType(write, 'patch', config);
  if (live !== undefined) checkType(write, 'live', live);
  const after = applyConfig(buildWriteContext(write, buildManager(write, 'Apply'), live), config);
  if (schema !== undefined) return { ...after, object: applyDefaults(after.object, schema) };
  const object = hasNull(config) ? (removeNulls(after.object) as JsonObject) : after.object;
  return { ...after, object: fillBuiltinDefaults(formatKind(write.served.kind), object) };
}

/**
 * Checks the type of an object. Allows duplicate keys in the stored object, which may fit its schema although it cannot
 * be merged.
 */
function checkType({ served: { kind, type }, body }: Write, which: 'patch' | 'live', value: JsonObject): void {
  try {
    checkTyped({ path: [], type, value }, which === 'patch' ? 'rejected' : 'allowed');
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    const { name = '', namespace = '' } = getMeta(body);
    const what = `${namespace}/${name}; ${kind.group}/${kind.version}, Kind=${kind.kind}`;
    const message = `failed to create typed ${which} object (${what}): ${error.message}`;
    throw new Rejection(buildStatusAnswer(500, '', { message }));
  }
}

function checkApply({ query, body }: Write): void {
  const manager = query['fieldManager'];
  if (manager === undefined || manager === '') throw nobodyApplies;
  if (getMeta(body).managedFields !== undefined) throw badRequest('metadata.managedFields must be nil');
}

const nobodyApplies = invalidOption('PatchOptions', {
  reason: 'FieldValueRequired',
  message: 'Required value: is required for apply patch',
  field: 'fieldManager',
});
