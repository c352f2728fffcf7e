import { type JsonSchema, getMember } from '../base/index.ts';
import type { Problem } from './crd.ts';
import { isUnrestricted } from './schema-at.ts';

export function checkList(schema: JsonSchema, path: string): Problem[] {
  return listProblems(schema).map((text) => ({ path, text }));
}

function listProblems(schema: JsonSchema): string[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return [...checkNotNullable(schema), ...(hasScalars(schema) ? [] : [setsHold])];
  if (type !== 'map') return keys === undefined ? [] : ["only a list of type 'map' has keys"];
  if (keys === undefined || keys.length === 0) return ["a list of type 'map' needs keys"];
  const { items = {} } = schema;
  if (items.type !== 'object') return ["items of a list of type 'map' must be objects"];
  const twice = new Set(keys).size === keys.length ? [] : ['keys names a property twice'];
  return [...checkNotNullable(schema), ...twice, ...[...new Set(keys)].flatMap((key) => checkKey(items, key))];
}

const setsHold = "items of a list of type 'set' must be scalars";

function checkNotNullable({ items, ...schema }: JsonSchema): string[] {
  const type = schema['x-kubernetes-list-type'] ?? 'atomic';
  return items?.nullable === true ? [`items of a list of type '${type}' cannot be nullable`] : [];
}

/** Whether items are scalars, or lists and objects that are compared as a whole (`atomic`): a set allows only these. */
function hasScalars({ items = {} }: JsonSchema): boolean {
  if (items.type === 'array') return items['x-kubernetes-list-type'] === 'atomic';
  if (items.type === 'object') return items['x-kubernetes-map-type'] === 'atomic';
  return !isUnrestricted(items);
}

function checkKey(items: JsonSchema, key: string): string[] {
  const property = getMember(items.properties, key);
  if (property === undefined) return [`key ${key} is not a property of the items`];
  if (property.type === 'object' || property.type === 'array' || isUnrestricted(property)) {
    return [`key ${key} is not a scalar`];
  }
  if (property.nullable === true) return [`key ${key} cannot be nullable`];
  const present = items.required?.includes(key) === true || property.default !== undefined;
  return present ? [] : [`key ${key} must be required or have a default`];
}
