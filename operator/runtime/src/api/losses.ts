import { type JsonSchema, getMember } from '../base/index.ts';
import { isUnrestricted } from './schema-at.ts';

/** Something that a schema keeps and another one drops. */
export interface Loss {
  /** From the object's root: `spec.ports[].name`, `spec.labels{}` for the entries of a map, `spec.*` for unknown fields. */
  readonly path: string;
  readonly what: 'field' | 'unknown fields' | 'null';
}

/**
 * A schema that keeps unknown fields.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#controlling-pruning
 */
const everything: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * What an object of `from` loses when the API server reads or writes it by `to`: the API server drops each field that
 * `to` does not have, and each null that `to` does not allow.
 *
 * What `to` only refuses (by a type, a bound or an enum) is not lost: the API server keeps what is stored.
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

/** Values of another type are refused as a whole. */
function areCompatible(from: JsonSchema, to: JsonSchema): boolean {
  return from.type === to.type || from.type === undefined || to.type === undefined;
}

/** All properties to compare: where `from` keeps unknown fields, also those that only `to` has. */
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
