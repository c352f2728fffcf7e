import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cel } from './cel.ts';
import { checkSchema } from './check-schema.ts';
import type { JsonSchema } from '../base/index.ts';
import { t } from './t.ts';

const listProblems = (json: JsonSchema): string[] =>
  checkSchema(json, 'spec').map(({ path, text }) => `${path}: ${text}`);
const named = t.object({ name: t.string(), port: t.optional(t.integer()), box: t.object({}) });

describe('checkSchema', () => {
  it('accepts a schema that uses every option', () => {
    const schema = t.object({
      text: t.string({
        minLength: 1,
        maxLength: 3,
        pattern: '^[a-z]+$',
        default: 'abc',
        rules: [cel('self != "x"', 'no')],
      }),
      count: t.integer({ minimum: 1, maximum: 3, default: 3 }),
      share: t.number({ minimum: 0, maximum: 1, default: 0.5 }),
      on: t.boolean({ default: false }),
      size: t.intOrString({ default: '50%' }),
      pet: t.enum(['dog', 'cat'], { default: 'cat' }),
      list: t.array(t.string(), { minItems: 1, maxItems: 2, listType: 'set', default: ['a'] }),
      map: t.array(t.object({ name: t.string(), protocol: t.string({ default: 'TCP' }) }), {
        keys: ['name', 'protocol'],
      }),
      record: t.record(t.string(), { minProperties: 0, maxProperties: 2, default: {} }),
      conditions: t.conditions(),
    });
    expect(listProblems(schema.json)).toEqual([]);
  });

  it.each<[string, { readonly json: JsonSchema }, string]>([
    ['bounds', t.integer({ minimum: 2, maximum: 1 }), 'minimum 2 is above maximum 1'],
    ['lengths', t.string({ minLength: 2, maxLength: 1 }), 'minLength 2 is above maxLength 1'],
    ['list sizes', t.array(t.string(), { minItems: 2, maxItems: 1 }), 'minItems 2 is above maxItems 1'],
    [
      'record sizes',
      t.record(t.string(), { minProperties: 2, maxProperties: 1 }),
      'minProperties 2 is above maxProperties 1',
    ],
    ['an enum', t.enum(['a', 'b', 'a']), 'enum contains a value twice'],
    ['an empty rule', t.string({ rules: [cel(' ', 'no')] }), 'a rule is empty'],
    [
      'a message of two lines',
      t.string({ rules: [cel('true', 'one\ntwo')] }),
      'the message of rule true contains a newline',
    ],
    ['a map list without keys', t.array(named, { listType: 'map' }), "a list of type 'map' needs keys"],
    ['a set of objects', t.array(named, { listType: 'set' }), "items of a list of type 'set' must be scalars"],
    ['a map list without any key', t.array(named, { keys: [] }), "a list of type 'map' needs keys"],
    [
      'a set of records',
      t.array(t.record(t.string()), { listType: 'set' }),
      "items of a list of type 'set' must be scalars",
    ],
    [
      'keys of an atomic list',
      t.array(named, { keys: ['name'], listType: 'atomic' }),
      "only a list of type 'map' has keys",
    ],
    ['a key twice', t.array(named, { keys: ['name', 'name'] }), 'keys names a property twice'],
    ['a key that is not a scalar', t.array(named, { keys: ['box'] }), 'key box is not a scalar'],
    ['an unknown key', t.array(named, { keys: ['id'] }), 'key id is not a property of the items'],
    ['an optional key', t.array(named, { keys: ['port'] }), 'key port must be required or have a default'],
    ['a negative length', t.string({ minLength: -1 }), 'minLength -1 is not a count: write 0, 1, 2, ...'],
    ['half an item', t.array(t.string(), { maxItems: 1.5 }), 'maxItems 1.5 is not a count: write 0, 1, 2, ...'],
    [
      'fewer properties than none',
      t.object({}, { maxProperties: -1 }),
      'maxProperties -1 is not a count: write 0, 1, 2, ...',
    ],
    [
      'a fraction as the bound of an integer',
      t.integer({ minimum: 0.5 }),
      'minimum 0.5 is not an integer that JSON represents exactly',
    ],
    [
      'a bound that is not an int32',
      t.integer({ format: 'int32', maximum: 2 ** 31 }),
      'maximum 2147483648 is not an int32',
    ],
    ['a bound without end', t.number({ maximum: Infinity }), 'maximum Infinity is not a JSON number'],
    [
      'a bound out of reach',
      t.number({ maximum: 1e300 }),
      'maximum 1e+300 is out of range for the API server: remove it',
    ],
    [
      'a multiple of a fraction',
      t.number({ multipleOf: 0.25 }),
      'multipleOf 0.25 is not a positive whole number: use a CEL rule instead',
    ],
    [
      'a multiple of nothing',
      t.integer({ multipleOf: 0 }),
      'multipleOf 0 is not a positive whole number: use a CEL rule instead',
    ],
    [
      'an open end without end',
      t.integer({ exclusiveMinimum: true }),
      'exclusiveMinimum has no effect without minimum: add minimum',
    ],
    [
      'an open end above',
      t.integer({ exclusiveMaximum: true }),
      'exclusiveMaximum has no effect without maximum: add maximum',
    ],
    [
      'a link to nowhere',
      t.string({ externalDocs: { url: 'the book' } }),
      'externalDocs.url "the book" is not a URL: write https://...',
    ],
    [
      'a nullable enum',
      t.nullable(t.enum(['a'])),
      'an enum cannot be nullable, because null is not one of its values: make it optional',
    ],
    [
      'nullable items of a set',
      t.array(t.nullable(t.string()), { listType: 'set' }),
      "items of a list of type 'set' cannot be nullable",
    ],
    [
      'nullable items of a map',
      t.array(t.nullable(named), { keys: ['name'] }),
      "items of a list of type 'map' cannot be nullable",
    ],
    [
      'a set of lists that merge',
      t.array(t.array(t.string(), { listType: 'set' }), { listType: 'set' }),
      "items of a list of type 'set' must be scalars",
    ],
    ['a set of anything', t.array(t.unknown(), { listType: 'set' }), "items of a list of type 'set' must be scalars"],
    ['a map of scalars', t.array(t.string(), { keys: ['name'] }), "items of a list of type 'map' must be objects"],
    [
      'a nullable key',
      t.array(t.object({ id: t.nullable(t.string()) }), { keys: ['id'] }),
      'key id cannot be nullable',
    ],
    ['a key of any shape', t.array(t.object({ id: t.unknown() }), { keys: ['id'] }), 'key id is not a scalar'],
    [
      'a default of null',
      { json: { type: 'string', nullable: true, default: null } },
      'the default null would be dropped: remove it',
    ],
    [
      'an example of null',
      { json: { 'x-kubernetes-preserve-unknown-fields': true, example: null } },
      'the example null would be dropped: remove it',
    ],
    ['an example that does not fit', t.integer({ maximum: 1, example: 2 }), 'the example 2 is above 1'],
    [
      'a default that is not a quantity',
      { json: { ...t.quantity().json, default: true } },
      'the default true is not of type integer or string',
    ],
    [
      'a default that is not an int32',
      t.integer({ format: 'int32', default: 2 ** 31 }),
      'the default 2147483648 is not an int32',
    ],
    [
      'a default that is not a date',
      t.string({ format: 'date', default: '2026-02-30' }),
      'the default "2026-02-30" is not a valid date',
    ],
    [
      'a default without a part',
      { json: { ...named.json, default: { name: 'a' } } },
      'the default {"name":"a"} lacks box',
    ],
    [
      'a default with a wrong part',
      { json: { ...t.record(t.array(t.integer())).json, default: { a: [1, 'b'] } } },
      'the default {"a":[1,"b"]} has a property a that has an item 1 that is not of type integer',
    ],
    [
      'a default with too few items',
      t.array(t.string(), { minItems: 1, default: [] }),
      'the default [] has fewer than 1 items',
    ],
    [
      'a default with too many items',
      t.array(t.string(), { maxItems: 0, default: ['a'] }),
      'the default ["a"] has more than 0 items',
    ],
    [
      'a default with an item twice',
      t.array(t.string(), { listType: 'set', default: ['a', 'a'] }),
      'the default ["a","a"] has "a" twice',
    ],
    [
      'a default with a key twice',
      t.array(t.object({ id: t.integer({ default: 1 }) }), { keys: ['id'], default: [{}, { id: 1 }] }),
      'the default [{},{"id":1}] has {"id":1} twice',
    ],
    [
      'a default with too few properties',
      t.record(t.string(), { minProperties: 1, default: {} }),
      'the default {} has fewer than 1 properties',
    ],
    [
      'a default with too many properties',
      t.record(t.string(), { maxProperties: 0, default: { a: '' } }),
      'the default {"a":""} has more than 0 properties',
    ],
    [
      'a resource without a kind as default',
      { json: { ...t.embeddedResource().json, default: { apiVersion: 'v1' } } },
      'the default {"apiVersion":"v1"} lacks kind',
    ],
    ['a default of another type', { json: { type: 'string', default: 1 } }, 'the default 1 is not of type string'],
    [
      'a default that is not a boolean',
      { json: { type: 'boolean', default: 'x' } },
      'the default "x" is not of type boolean',
    ],
    ['a default that is not a list', { json: { type: 'array', default: {} } }, 'the default {} is not of type array'],
    [
      'a default that is not an object',
      { json: { type: 'object', default: [] } },
      'the default [] is not of type object',
    ],
    ['a default that is null', { json: { type: 'object', default: null } }, 'the default null is not of type object'],
    ['a fraction as an integer', t.integer({ default: 1.5 }), 'the default 1.5 is not of type integer'],
    ['a default below', t.integer({ minimum: 2, default: 1 }), 'the default 1 is below 2'],
    ['a default above', t.number({ maximum: 1, default: 1.5 }), 'the default 1.5 is above 1'],
    [
      'a default on an open bound below',
      t.integer({ minimum: 1, exclusiveMinimum: true, default: 1 }),
      'the default 1 is not above 1',
    ],
    [
      'a default on an open bound above',
      t.number({ maximum: 1, exclusiveMaximum: true, default: 1 }),
      'the default 1 is not below 1',
    ],
    ['a default between multiples', t.integer({ multipleOf: 2, default: 3 }), 'the default 3 is not a multiple of 2'],
    ['a short default', t.string({ minLength: 2, default: 'a' }), 'the default "a" is shorter than 2'],
    ['a long default', t.string({ maxLength: 1, default: 'ab' }), 'the default "ab" is longer than 1'],
    ['a default without match', t.string({ pattern: '^a', default: 'b' }), 'the default "b" does not match ^a'],
    [
      'a default outside the enum',
      { json: { type: 'string', enum: ['a', 'b'], default: 'c' } },
      'the default "c" is not one of a, b',
    ],
  ])('rejects %s', (_, { json }, text) => {
    expect(listProblems(json)).toEqual([`spec: ${text}`]);
  });

  it.each(['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '(', '[a', '[^]', '\\u0041', 'a{1001}'])(
    'rejects the pattern %s, which RE2 cannot parse',
    (pattern) => {
      const reason = 'is not an RE2 expression (no look-around, no back references)';
      expect(listProblems({ type: 'string', pattern })).toEqual([`spec: pattern ${pattern} ${reason}`]);
    },
  );

  it.each(['^\\S+$', '^(?:a|b)?c*$', '^(?<x>a)$', '\\p{L}', '[^/]', '\\.', '\\\\1', 'a{1000}'])(
    'accepts the pattern %s',
    (pattern) => {
      expect(listProblems({ type: 'string', pattern })).toEqual([]);
    },
  );

  it.each(['1a', 'a.b', 'a b', '', 'ä', '$ref'])('rejects the property name "%s"', (name) => {
    const [problem] = listProblems(t.object({ [name]: t.string() }).json);
    expect(problem).toBe(`spec: property name ${JSON.stringify(name)} is not an identifier`);
  });

  it('counts characters as the API server does, not UTF-16 units', () => {
    expect(listProblems(t.string({ maxLength: 1, default: '😀' }).json)).toEqual([]);
    expect(listProblems(t.string({ minLength: 2, default: '😀' }).json)).toHaveLength(1);
  });

  it('rejects a default with an undeclared property', () => {
    expect(listProblems({ type: 'object', default: { a: 1 } })).toEqual([
      'spec: the default {"a":1} has an unknown property a',
    ]);
  });

  it('accepts defaults of values of any type, and null where it is allowed', () => {
    const schema = t.object({
      any: t.unknown({ default: { a: [null] } }),
      none: t.nullable(t.string({ default: 'a' })),
      kept: {
        json: {
          ...t.object({ a: t.nullable(t.integer()) }, { preserveUnknownFields: true }).json,
          default: { a: null, b: [1] },
        },
        presence: 'defaulted' as const,
      },
      whole: t.embeddedResource({ default: { apiVersion: 'v1', kind: 'Pod', spec: {} } }),
      amount: t.quantity({ default: '1.5Gi', example: 2 }),
      level: t.enum([1, 2.5], { default: 2.5 }),
    });
    expect(listProblems(schema.json)).toEqual([]);
  });

  it('reports paths with property names, [] for items, and {} for the values of a record', () => {
    const wrong = t.integer({ minimum: 2, maximum: 1 });
    const schema = t.object({ a: t.object({ b: wrong }), list: t.array(t.array(wrong)), record: t.record(wrong) });
    expect(checkSchema(schema.json, 'spec').map(({ path }) => path)).toEqual([
      'spec.a.b',
      'spec.list[][]',
      'spec.record{}',
    ]);
  });

  it('reports every problem', () => {
    const schema = t.object({ a: t.enum(['x', 'x']), b: t.integer({ minimum: 2, maximum: 1, default: 0 }) });
    expect(listProblems(schema.json)).toEqual([
      'spec.a: enum contains a value twice',
      'spec.b: minimum 2 is above maximum 1',
      'spec.b: the default 0 is below 2',
    ]);
  });

  it('accepts a default exactly within the bounds', () => {
    const small = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(small, small, small, (a, b, value) => {
        const [minimum, maximum] = a < b ? [a, b] : [b, a];
        const fits = minimum <= value && value <= maximum;
        expect(listProblems(t.integer({ minimum, maximum, default: value }).json).length === 0).toBe(fits);
      }),
    );
  });
});
