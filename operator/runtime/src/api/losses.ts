import { type JsonSchema, getMember } from '../base/index.ts';
import { isUnrestricted } from './schema-at.ts';

/** A field that one version of an API has and another drops. */
export interface Loss {
  /** Path from the object's root: `spec.ports[].name`, `spec.labels{}` for map entries, `spec.*` for unknown fields. */
  readonly path: string;
  readonly what: 'field' | 'unknown fields' | 'null';
}

/**
 * A schema that keeps unknown fields.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#controlling-pruning
 */
const everything: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * The fields that an object of `from` loses when the API server prunes it with `to`: fields and nulls that `to` does
 * not allow.
 *
 * Fields that `to` only rejects (by type, bound or enum) are not lost: the API server keeps the stored value.
 */
export function findLosses(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  if (!areCompatible(from, to)) return [];
  return [...findOwnLosses(from, to, path), ...findFieldLosses(from, to, path), ...findItemLosses(from, to, path)];
}

function findOwnLosses(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  const losesNull = from.nullable === true && to.nullable !== true && !isUnrestricted(to);
  const losesUnknown = preservesUnknown(from) && !preservesUnknown(to) && to.type === 'object';
  return [
    ...(losesNull ? [{ path, what: 'null' } as const] : []),
    ...(losesUnknown ? [{ path: `${path}.*`, what: 'unknown fields' } as const] : []),
  ];
}

function findFieldLosses(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  return [
    ...Object.keys(collectProperties(from, to)).flatMap((name) =>
      findNestedLosses(findProperty(from, name), findProperty(to, name), `${path}.${name}`),
    ),
    ...findNestedLosses(from.additionalProperties, to.additionalProperties ?? getUnknownSchema(to), `${path}{}`),
  ];
}

function findItemLosses(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  const items = from.items ?? (to.items && getUnknownSchema(from));
  return findNestedLosses(items, to.items ?? getUnknownSchema(to), `${path}[]`);
}

function findNestedLosses(from: JsonSchema | undefined, to: JsonSchema | undefined, path: string): readonly Loss[] {
  if (from === undefined) return [];
  return to === undefined ? [{ path, what: 'field' }] : findLosses(from, to, path);
}

/** Whether the types agree: a value of another type is rejected as a whole. */
function areCompatible(from: JsonSchema, to: JsonSchema): boolean {
  return from.type === to.type || from.type === undefined || to.type === undefined;
}

/** Lists the properties to compare. If `from` preserves unknown fields, it includes those that only `to` declares. */
function collectProperties(from: JsonSchema, to: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const hasOthers = preservesUnknown(from) || from.additionalProperties !== undefined;
  return { ...(hasOthers && to.properties), ...from.properties };
}

function findProperty(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties = {}, additionalProperties } = schema;
  return getMember(properties, name) ?? additionalProperties ?? getUnknownSchema(schema);
}

function getUnknownSchema(schema: JsonSchema): JsonSchema | undefined {
  return preservesUnknown(schema) ? everything : undefined;
}

function preservesUnknown(schema: JsonSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}
