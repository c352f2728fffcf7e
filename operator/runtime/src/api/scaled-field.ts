import { type JsonSchema, getMember } from '../base/index.ts';
import { parseSteps } from './schema-at.ts';

/** Bounds that the API server itself applies to the field that the scale subresource reads and writes. */
const ofEachScale = { minimum: 0, maximum: 2 ** 31 - 1, format: 'int32' } as const satisfies JsonSchema;

/**
 * Removes from the scaled field at `path` the bounds that the API server applies itself: otherwise a rejection names
 * each bound twice. Other bounds stay.
 */
export function removeScaleBounds(schema: JsonSchema, path: string): JsonSchema {
  return changeAt(schema, parseSteps(path) ?? [], removeBounds);
}

/** Adds the bounds that the API server applies itself to the scaled field at `path`, for docs and generated types. */
export function addScaleBounds(schema: JsonSchema, path: string): JsonSchema {
  return changeAt(schema, parseSteps(path) ?? [], (field) => ({ ...ofEachScale, ...field }));
}

function removeBounds(field: JsonSchema): JsonSchema {
  const isSaidAnyway = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(ofEachScale, name) && ofEachScale[name as keyof typeof ofEachScale] === value;
  // An exclusive bound is not equal to the API server's inclusive one.
  const isExclusive = field.exclusiveMinimum === true || field.exclusiveMaximum === true;
  return isExclusive ? field : Object.fromEntries(Object.entries(field).filter((entry) => !isSaidAnyway(entry)));
}

function changeAt(
  schema: JsonSchema,
  [name, ...below]: readonly string[],
  change: (field: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const child = getMember(schema.properties, name);
  if (child === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, [name]: changeAt(child, below, change) } };
}
