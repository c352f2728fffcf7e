import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type JsonSchema, findValueProblem, type Schema, type StringFormat, t } from '@kubewright/runtime/internal/api';
import { arbitraryValue } from './arbitrary-value.ts';

const formats: readonly StringFormat[] = [
  ...(['bsonobjectid', 'byte', 'cidr', 'creditcard', 'date', 'date-time', 'duration', 'email', 'hexcolor'] as const),
  ...(['hostname', 'ipv4', 'ipv6', 'isbn', 'isbn10', 'isbn13', 'mac', 'password', 'rgbcolor', 'ssn', 'uri'] as const),
  ...(['uuid', 'uuid3', 'uuid4', 'uuid5'] as const),
];

const everything: Readonly<Record<string, Schema>> = {
  text: t.string({ minLength: 1, maxLength: 3 }),
  pattern: t.string({ pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 20 }),
  'open pattern': t.string({ pattern: '[0-9]+' }),
  'hard pattern': t.string({ pattern: '^[a-z]+$', minLength: 60, default: 'a'.repeat(60) }),
  'pattern that cannot be generated': t.string({ pattern: '\\p{Lu}', example: 'A' }),
  enum: t.enum(['a', 'b'], { default: 'b' }),
  integer: t.integer({ minimum: 0.5, maximum: 9 }),
  'open integer': t.integer(),
  int32: t.integer({ format: 'int32' }),
  exclusive: t.integer({ minimum: 1, maximum: 3, exclusiveMinimum: true, exclusiveMaximum: true }),
  multiple: t.integer({ multipleOf: 5, minimum: 3, maximum: 21 }),
  number: t.number({ minimum: 0, exclusiveMinimum: true, maximum: 1 }),
  'open number': t.number(),
  boolean: t.boolean(),
  'int or string': t.intOrString(),
  quantity: t.quantity(),
  list: t.array(t.string(), { minItems: 1, maxItems: 2 }),
  set: t.array(t.integer({ minimum: 0, maximum: 9 }), { listType: 'set', minItems: 2 }),
  map: t.array(t.object({ name: t.string(), size: t.integer({ default: 1 }) }), { keys: ['name', 'size'] }),
  record: t.record(t.integer(), { minProperties: 1, maxProperties: 2 }),
  object: t.object({ a: t.string(), b: t.optional(t.string()), c: t.nullable(t.integer()) }, { minProperties: 2 }),
  'open object': t.object({ a: t.string() }, { preserveUnknownFields: true }),
  nested: t.object({ inner: t.object({ a: t.string({ default: 'x' }) }, { default: {} }) }),
  unknown: t.unknown(),
  resource: t.embeddedResource(),
  conditions: t.conditions(),
  nullable: t.nullable(t.string()),
  ...Object.fromEntries(formats.map((format) => [`format ${format}`, t.string({ format })])),
};

const arbitraryFor = ({ json }: { readonly json: JsonSchema }) => arbitraryValue(json);

describe('any value of a schema', () => {
  it.each(Object.entries(everything))('is valid: %s', (_, schema) => {
    fc.assert(
      fc.property(arbitraryFor(schema), (value) => {
        expect(findValueProblem(schema.json, value)).toBeUndefined();
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it('has fields with a default, and sometimes optional fields', () => {
    const schema = t.object({ always: t.integer({ default: 7 }), maybe: t.optional(t.integer()), must: t.integer() });
    const values = fc.sample(arbitraryFor(schema), { numRuns: 100, seed: 1 }) as readonly Record<string, unknown>[];

    expect(values.every((value) => 'always' in value && 'must' in value)).toBe(true);
    expect(new Set(values.map((value) => 'maybe' in value))).toEqual(new Set([true, false]));
    expect(new Set(values.map(({ always }) => always === 7))).toEqual(new Set([true, false]));
  });

  it('is sometimes null where that is allowed', () => {
    expect(fc.sample(arbitraryFor(t.nullable(t.integer())), { numRuns: 100, seed: 1 })).toContain(null);
  });

  it('asks for an example if a value is too hard to find', () => {
    expect(() => arbitraryFor(t.string({ pattern: '^[a-z]+$', minLength: 90 }))).toThrow(
      'failed to generate a text for {"type":"string","pattern":"^[a-z]+$","minLength":90}: too few generated texts are valid',
    );
  });

  it.each([
    [t.integer(), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [t.integer({ format: 'int32' }), -(2 ** 31), 2 ** 31 - 1],
    [t.integer({ minimum: 5, maximum: 70_000 }), 5, 70_000],
  ])('includes both bounds of integers', ({ json }, least, greatest) => {
    for (const bound of [least, greatest]) {
      const isOther = fc.property(arbitraryValue(json), (value) => value !== bound);
      expect(fc.check(isOther, { numRuns: 1_000, seed: 1 }).counterexample).toEqual([bound]);
    }
  });
});
