import { type JsonSchema, memberOf } from '../base/index.ts';
import { isOfAnyShape } from './schema-at.ts';

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
export function lossesOf(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  if (!goTogether(from, to)) return [];
  return [...lossesHere(from, to, path), ...lossesInFields(from, to, path), ...lossesInItems(from, to, path)];
}

function lossesHere(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  const losesNull = from.nullable === true && to.nullable !== true && !isOfAnyShape(to);
  const losesUnknown = keepsUnknown(from) && !keepsUnknown(to) && to.type === 'object';
  return [
    ...(losesNull ? [{ path, what: 'null' } as const] : []),
    ...(losesUnknown ? [{ path: `${path}.*`, what: 'unknown fields' } as const] : []),
  ];
}

function lossesInFields(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  return [
    ...Object.keys(propertiesOf(from, to)).flatMap((name) =>
      lossesWithin(propertyOf(from, name), propertyOf(to, name), `${path}.${name}`),
    ),
    ...lossesWithin(from.additionalProperties, to.additionalProperties ?? unknownIn(to), `${path}{}`),
  ];
}

function lossesInItems(from: JsonSchema, to: JsonSchema, path: string): readonly Loss[] {
  const items = from.items ?? (to.items && unknownIn(from));
  return lossesWithin(items, to.items ?? unknownIn(to), `${path}[]`);
}

function lossesWithin(from: JsonSchema | undefined, to: JsonSchema | undefined, path: string): readonly Loss[] {
  if (from === undefined) return [];
  return to === undefined ? [{ path, what: 'field' }] : lossesOf(from, to, path);
}

/** Values of another type are refused as a whole. */
function goTogether(from: JsonSchema, to: JsonSchema): boolean {
  return from.type === to.type || from.type === undefined || to.type === undefined;
}

/** All properties to compare: where `from` keeps unknown fields, also those that only `to` has. */
function propertiesOf(from: JsonSchema, to: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const hasOthers = keepsUnknown(from) || from.additionalProperties !== undefined;
  return { ...(hasOthers && to.properties), ...from.properties };
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties = {}, additionalProperties } = schema;
  return memberOf(properties, name) ?? additionalProperties ?? unknownIn(schema);
}

function unknownIn(schema: JsonSchema): JsonSchema | undefined {
  return keepsUnknown(schema) ? everything : undefined;
}

function keepsUnknown(schema: JsonSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}
