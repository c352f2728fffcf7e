import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { memberOf } from '@kubewright/runtime/internal/base';
import { copyOf, isObject, type JsonObject } from '../json.ts';

/** What every object has; a CRD's schema does not describe it. */
const always = ['apiVersion', 'kind', 'metadata'];

/**
 * `object` as the API server stores it: without fields that its schema does not declare, with the defaults filled in.
 *
 * @param nulls whether a null that is not allowed is dropped, as from a request, or stays, as in a merge
 */
export function completed(object: JsonObject, schema: JsonSchema, nulls: Nulls = 'dropped'): JsonObject {
  const kept = Object.fromEntries(always.filter((name) => name in object).map((name) => [name, object[name]]));
  return { ...(complete(object, schema, nulls) as JsonObject), ...kept };
}

export type Nulls = 'dropped' | 'kept';

function complete(value: unknown, schema: JsonSchema, nulls: Nulls): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (schema.items === undefined ? item : complete(item, schema.items, nulls)));
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const known = Object.entries(value).flatMap(([name, member]) => {
    const type = memberOf(properties, name) ?? additionalProperties ?? (keepsUnknown(schema) ? {} : undefined);
    return type === undefined || isDropped(member, type, nulls) ? [] : [[name, complete(member, type, nulls)] as const];
  });
  const given = Object.fromEntries(known);
  const missing = Object.entries(properties).filter(
    ([name, type]) => !Object.hasOwn(given, name) && type.default !== undefined,
  );
  const defaults = missing.map(([name, type]) => [name, complete(copyOf(type.default), type, nulls)] as const);
  return { ...given, ...Object.fromEntries(defaults) };
}

/** A null that is not allowed counts as missing; if there is a default, always. */
function isDropped(value: unknown, schema: JsonSchema, nulls: Nulls): boolean {
  return value === null && schema.nullable !== true && (nulls === 'dropped' || schema.default !== undefined);
}

function keepsUnknown(schema: JsonSchema): boolean {
  const isAnything = schema.type === undefined || (schema.type === 'object' && schema.properties === undefined);
  return 'x-kubernetes-preserve-unknown-fields' in schema || (isAnything && Object.keys(schema).length === 0);
}
