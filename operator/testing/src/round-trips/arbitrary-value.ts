import fc from 'fast-check';

import { isOfAnyShape, type JsonSchema } from '@kubewright/runtime/internal/api';
import { arbitraryList, arbitraryObject } from './arbitrary-members.ts';
import { arbitraryNumber } from './arbitrary-number.ts';
import { arbitraryText } from './arbitrary-text.ts';

/**
 * Any value that the schema of a version allows, as it is stored: with its defaults. Rules in CEL are not considered.
 *
 * Errors: `TEST_FAILED` for a text that is too hard to find, if its schema has no example.
 */
export function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const any = schema.enum === undefined ? arbitraryOfType(schema) : fc.constantFrom(...schema.enum);
  return schema.nullable === true ? fc.option(any, { nil: null }) : any;
}

function arbitraryOfType(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (isOfAnyShape(schema)) return anyJson;
  if (schema.type === undefined) return arbitraryIntOrText(schema);
  return byType[schema.type](schema);
}

const byType: Readonly<Record<NonNullable<JsonSchema['type']>, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: arbitraryText,
  integer: arbitraryNumber,
  number: arbitraryNumber,
  boolean: () => fc.boolean(),
  array: (schema) => arbitraryList(schema, arbitraryValue),
  object: (schema) => arbitraryObject(schema, arbitraryValue),
};

/** All but `null`, which the API server drops here. */
const anyJson = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => value !== null)
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** Of those with a pattern there are quantities only. */
function arbitraryIntOrText({ pattern }: JsonSchema): fc.Arbitrary<unknown> {
  const texts = pattern === undefined ? ['0', '50%', '8080', 'http'] : ['0', '1', '500m', '1.5Gi', '2e3', '.5', '-1'];
  return fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(...texts));
}
