import { z } from 'zod';

import {
  anyObject,
  anything,
  boolean,
  either,
  list,
  map,
  object,
  openObject,
  type Schema,
  value,
} from '../../options/index.ts';

/** A schema in a CustomResourceDefinition, as far as it is checked here. */
export interface Structural {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Structural>>;
  readonly additionalProperties?: Structural | boolean;
  readonly items?: Structural;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
}

/**
 * What a value has to look like by the schema of its kind: types, bounds, patterns and known fields. Rules in CEL and
 * formats are left to the API server.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function schemaOf(structural: Structural): Schema {
  const schema = structural.enum === undefined ? byType(structural) : oneOfValues(structural.enum);
  return structural.nullable === true ? schema.nullable() : schema;
}

function byType(structural: Structural): Schema {
  if (structural['x-kubernetes-int-or-string'] === true) {
    return either('a whole number, or a string', wholeNumber(structural), stringOf(structural));
  }
  return types[structural.type ?? '']?.(structural) ?? anything;
}

const types: Readonly<Record<string, (structural: Structural) => Schema>> = {
  string: stringOf,
  integer: wholeNumber,
  number: (structural) => bounded(z.number({ error: 'a number' }), 'a number', structural),
  boolean: () => boolean,
  array: arrayOf,
  object: objectOf,
};

function oneOfValues(values: readonly unknown[]): Schema {
  const expected = `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`;
  return value(expected, { json: { enum: values } }, (given) => values.includes(given));
}

/** The API server counts characters as Unicode does. */
function stringOf({ pattern, minLength = 0, maxLength = Infinity }: Structural): Schema {
  const length = (text: string): number => Array.from(text).length;
  const matches = regExp(pattern);
  return z
    .string({ error: 'a string' })
    .refine((text) => length(text) >= minLength, { error: `a string of at least ${minLength} characters` })
    .refine((text) => length(text) <= maxLength, { error: `a string of at most ${maxLength} characters` })
    .refine((text) => matches?.test(text) ?? true, { error: `a string that matches ${pattern ?? ''}` });
}

/** `undefined` if JavaScript does not know the syntax: the API server has that of Go. */
function regExp(pattern: string | undefined): RegExp | undefined {
  try {
    return pattern === undefined ? undefined : new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function wholeNumber(structural: Structural): Schema {
  const expected = 'a whole number';
  return bounded(z.number({ error: expected }).refine(Number.isInteger, { error: expected }), expected, structural);
}

function bounded(number: z.ZodNumber, expected: string, { format, ...structural }: Structural): Schema {
  const [least, most] = format === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-Infinity, Infinity];
  const { minimum = least, maximum = most } = structural;
  return number
    .refine((given) => given >= minimum, { error: `${expected} of at least ${minimum}` })
    .refine((given) => given <= maximum, { error: `${expected} of at most ${maximum}` });
}

function arrayOf({ items = {}, minItems = 0, maxItems = Infinity }: Structural): Schema {
  return (list(schemaOf(items)) as unknown as z.ZodArray)
    .refine((all) => all.length >= minItems, { error: `a list of at least ${minItems} items` })
    .refine((all) => all.length <= maxItems, { error: `a list of at most ${maxItems} items` });
}

function objectOf(structural: Structural): Schema {
  const { properties, additionalProperties } = structural;
  if (typeof additionalProperties === 'object') return map(schemaOf(additionalProperties));
  if (properties === undefined) return anyObject('an object');
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => {
      const schema = schemaOf(each);
      return [name, structural.required?.includes(name) === true ? schema : schema.optional()];
    }),
  );
  return isOpen(structural) ? openObject(fields) : object(fields);
}

function isOpen(structural: Structural): boolean {
  return (
    structural['x-kubernetes-preserve-unknown-fields'] === true || structural['x-kubernetes-embedded-resource'] === true
  );
}
