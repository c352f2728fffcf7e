import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { applyPatch, isRecord, mergePatch, PatchError, type PatchOperation } from '@kubewright/declaration';
import { type JsonObject, removeNulls } from '../json.ts';
import type { StoredObject } from '../objects.ts';
import { badRequest, invalid, Rejection, buildStatusAnswer, unsupported } from '../rejection.ts';
import { apply } from './apply.ts';
import { changeObject } from './change.ts';
import { decoded, methodNotAllowed, parseSentObject } from './sent-object.ts';
import { getLiveObject, buildManager, type Write } from './write.ts';

/** Answers a PATCH: an apply, a merge patch or a JSON Patch. */
export function patch(write: Write, contentType: string | undefined): ApiResponse {
  if (write.route.name === undefined) throw methodNotAllowed();
  switch (contentType) {
    case 'application/apply-patch+yaml':
    case 'application/apply-patch+json':
      return apply(write);
    case 'application/merge-patch+json':
      // The API server removes nulls from a new list, but keeps them in a list that replaces another one.
      return patchWith(write, (live) => mergePatch(live, write.body, removeNulls));
    case 'application/json-patch+json':
      return patchWith(write, (live) => applyJsonPatch(live, write.body));
    case 'application/strategic-merge-patch+json':
      throw unsupported('support strategic merge patches: use apply or a merge patch');
    default:
      throw new Rejection(
        buildStatusAnswer(415, 'UnsupportedMediaType', { message: '415: Unsupported Media Type', details: {} }),
      );
  }
}

function patchWith(write: Write, patched: (live: StoredObject) => unknown): ApiResponse {
  const live = getLiveObject(write);
  const sent = patched(live);
  if (!isRecord(sent)) throw rejected;
  const next = parseSentObject(decoded(write, sent, createPatchRejection(sent)), write.route);
  return { status: 200, body: changeObject(write, { live, next, by: buildManager(write, 'Update') }) };
}

function applyJsonPatch(live: StoredObject, operations: unknown): JsonObject {
  if (!Array.isArray(operations)) throw badRequest('error decoding patch: it is not a list of operations');
  try {
    return applyPatch(live, operations as PatchOperation[], { lenient: true }) as JsonObject;
  } catch (error) {
    if (error instanceof PatchError) throw rejected;
    throw error;
  }
}

function createPatchRejection(sent: JsonObject): (why: string) => Rejection {
  const nothing = { plural: '', group: '', version: '', kind: '', namespaced: true };
  const value = JSON.stringify(JSON.stringify(sent));
  return (why) =>
    invalid(nothing, '', [{ reason: 'FieldValueInvalid', message: `Invalid value: ${value}: ${why}`, field: 'patch' }]);
}

/** The error response to a JSON Patch that cannot be applied. The API server has no other message for that. */
const rejected = new Rejection(
  buildStatusAnswer(422, 'Invalid', {
    message: 'the server rejected our request due to an error in our request',
    details: {},
  }),
);
