import type { CrdSchema } from '@kubewright/declaration';
import { z } from 'zod';

import {
  anyObject,
  anything,
  boolean,
  either,
  type Fields,
  list,
  map,
  object,
  openObject,
  type Schema,
  value,
} from '../options/index.ts';

/**
 * Converts the schema of a kind: types, bounds, patterns and known fields. Only the API server evaluates CEL rules and
 * formats.
 *
 * @see
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function convertCrdSchema(structural: CrdSchema): Schema {
  const schema = structural.enum === undefined ? convertByType(structural) : buildEnumSchema(structural.enum);
  return structural.nullable === true ? schema.nullable() : schema;
}

function convertByType(structural: CrdSchema): Schema {
  if (structural['x-kubernetes-int-or-string'] === true) {
    return either('a whole number, or a string', buildIntegerSchema(structural), buildStringSchema(structural));
  }
  return types[structural.type ?? '']?.(structural) ?? anything;
}

const types: Readonly<Record<string, (structural: CrdSchema) => Schema>> = {
  string: buildStringSchema,
  integer: buildIntegerSchema,
  number: (structural) => addBounds(z.number({ error: 'a number' }), 'a number', structural),
  boolean: () => boolean,
  array: buildArraySchema,
  object: buildObjectSchema,
};

function buildEnumSchema(values: readonly unknown[]): Schema {
  const expected = `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`;
  return value(expected, { json: { enum: values } }, (given) => values.includes(given));
}

/** Counts Unicode characters, like the API server, not UTF-16 code units. */
function buildStringSchema({ pattern, minLength = 0, maxLength = Infinity }: CrdSchema): Schema {
  const length = (text: string): number => Array.from(text).length;
  const matches = tryParseRegExp(pattern);
  return z
    .string({ error: 'a string' })
    .refine((text) => length(text) >= minLength, { error: `a string of at least ${minLength} characters` })
    .refine((text) => length(text) <= maxLength, { error: `a string of at most ${maxLength} characters` })
    .refine((text) => matches?.test(text) ?? true, { error: `a string that matches ${pattern ?? ''}` });
}

/** Returns `undefined` for syntax of Go that JavaScript does not support. */
function tryParseRegExp(pattern: string | undefined): RegExp | undefined {
  try {
    return pattern === undefined ? undefined : new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function buildIntegerSchema(structural: CrdSchema): Schema {
  const expected = 'a whole number';
  return addBounds(z.number({ error: expected }).refine(Number.isInteger, { error: expected }), expected, structural);
}

function addBounds(number: z.ZodNumber, expected: string, { format, ...structural }: CrdSchema): Schema {
  const [least, most] = format === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-Infinity, Infinity];
  const { minimum = least, maximum = most } = structural;
  return number
    .refine((given) => given >= minimum, { error: `${expected} of at least ${minimum}` })
    .refine((given) => given <= maximum, { error: `${expected} of at most ${maximum}` });
}

function buildArraySchema({ items = {}, minItems = 0, maxItems = Infinity }: CrdSchema): Schema {
  return (list(convertCrdSchema(items)) as unknown as z.ZodArray)
    .refine((all) => all.length >= minItems, { error: `a list of at least ${minItems} items` })
    .refine((all) => all.length <= maxItems, { error: `a list of at most ${maxItems} items` });
}

function buildObjectSchema(structural: CrdSchema): Schema {
  const { properties, additionalProperties } = structural;
  if (typeof additionalProperties === 'object') return map(convertCrdSchema(additionalProperties));
  if (properties === undefined) return anyObject('an object');
  const fields = buildFieldSchemas(properties, structural.required);
  return isOpen(structural) ? openObject(fields) : object(fields);
}

export function buildFieldSchemas(
  properties: NonNullable<CrdSchema['properties']>,
  required: readonly string[] = [],
): Fields {
  const schemas = Object.entries(properties).map(([name, each]) => {
    const schema = convertCrdSchema(each);
    return [name, required.includes(name) ? schema : schema.optional()] as const;
  });
  return Object.fromEntries(schemas);
}

function isOpen(structural: CrdSchema): boolean {
  return (
    structural['x-kubernetes-preserve-unknown-fields'] === true || structural['x-kubernetes-embedded-resource'] === true
  );
}
