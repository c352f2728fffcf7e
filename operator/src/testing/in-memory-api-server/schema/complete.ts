import type { JsonSchema } from '../../../runtime/api/index.ts';
import { copyOf, isObject, type JsonObject } from '../json.ts';

/** What every object has; a CRD's schema does not describe it. */
const always = ['apiVersion', 'kind', 'metadata'];

/** `object` as the API server stores it: without what its schema does not name, with the defaults filled in. */
export function completed(object: JsonObject, schema: JsonSchema): JsonObject {
  const kept = Object.fromEntries(always.filter((name) => name in object).map((name) => [name, object[name]]));
  return { ...(complete(object, schema) as JsonObject), ...kept };
}

function complete(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value))
    return value.map((item) => (schema.items === undefined ? item : complete(item, schema.items)));
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const known = Object.entries(value).flatMap(([name, member]) => {
    const type = properties[name] ?? additionalProperties ?? (keepsUnknown(schema) ? {} : undefined);
    return type === undefined || isDropped(member, type) ? [] : [[name, complete(member, type)] as const];
  });
  const given = Object.fromEntries(known);
  const missing = Object.entries(properties).filter(([name, type]) => !(name in given) && type.default !== undefined);
  const defaults = missing.map(([name, type]) => [name, complete(copyOf(type.default), type)] as const);
  return { ...given, ...Object.fromEntries(defaults) };
}

/** A null where none may be counts as missing. */
function isDropped(value: unknown, { nullable }: JsonSchema): boolean {
  return value === null && nullable !== true;
}

function keepsUnknown(schema: JsonSchema): boolean {
  const isAnything = schema.type === undefined || (schema.type === 'object' && schema.properties === undefined);
  return 'x-kubernetes-preserve-unknown-fields' in schema || (isAnything && Object.keys(schema).length === 0);
}
