import { formatKind } from '@kubewright/runtime/internal/base';
import type { JsonObject } from '../json.ts';
import { getMeta, withMeta } from '../objects.ts';
import { badRequest, invalid, Rejection, buildStatusAnswer } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import { fillBuiltinDefaults } from '../defaults/fill-defaults.ts';
import { applyDefaults, pruneObject } from '../schema/complete.ts';
import { DecodeError } from '../schema/object-meta.ts';
import type { ServedKind } from '../served/served-kind.ts';
import type { Write } from './write.ts';

/** Adds type, namespace and name from the URL to the object in a request. Throws: 400 if they contradict each other. */
export function parseSentObject(body: JsonObject, { served, namespace, name }: Route): JsonObject {
  checkType(body, served);
  const meta = getMeta(body);
  if (meta.namespace !== undefined && meta.namespace !== '' && meta.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (name !== undefined && meta.name !== name && meta.name !== undefined) {
    throw badRequest(`the name of the object (${meta.name}) does not match the name on the URL (${name})`);
  }
  const { apiVersion, kind } = served;
  return { ...withMeta(body, { namespace, ...(name !== undefined && { name }) }), apiVersion, kind: kind.kind };
}

function checkType(body: JsonObject, { apiVersion, kind, schema }: Route['served']): void {
  const given = { apiVersion: getTextOr(body['apiVersion'], apiVersion), kind: getTextOr(body['kind'], kind.kind) };
  if (given.apiVersion !== apiVersion) {
    const texts = `(${given.apiVersion}) does not match the expected API version (${apiVersion})`;
    throw badRequest(`the API version in the data ${texts}`);
  }
  if (given.kind === kind.kind) return;
  const [is, wanted] = [given.kind, kind.kind];
  if (schema === undefined) throw badRequest(`${is} in version "${kind.version}" cannot be handled as a ${wanted}`);
  const message = `Invalid value: ${JSON.stringify(is)}: must be ${wanted}`;
  throw invalid({ ...kind, kind: is }, getMeta(body).name ?? '', [
    { reason: 'FieldValueInvalid', message, field: 'kind' },
  ]);
}

function getTextOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

export function methodNotAllowed(): Rejection {
  const message = 'the server does not allow this method on the requested resource';
  return new Rejection(buildStatusAnswer(405, 'MethodNotAllowed', { message, details: {} }));
}

/**
 * Decodes an object like the API server: drops undeclared fields and fills in defaults. Throws the result of `reject`
 * for an undeclared field under strict validation, and for an object that cannot be decoded.
 */
export function decoded({ query, served }: Write, sent: JsonObject, reject: (why: string) => Rejection): JsonObject {
  if (served.schema === undefined) return fillBuiltinDefaults(formatKind(served.kind), sent);
  try {
    const { object, unknown } = pruneObject(sent, served.schema);
    if (query['fieldValidation'] === 'Strict' && unknown.length > 0) throw unknownFields(unknown);
    return applyDefaults(object, served.schema);
  } catch (error) {
    if (error instanceof DecodeError) throw reject(error.message);
    throw error;
  }
}

function unknownFields(paths: readonly string[]): DecodeError {
  const texts = paths.map((path) => `unknown field ${JSON.stringify(path)}`);
  return new DecodeError(`strict decoding error: ${texts.join(', ')}`);
}

export function undecodable({ kind: { kind, version } }: ServedKind): (why: string) => Rejection {
  return (why) => badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}
