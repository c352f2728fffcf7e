import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cel } from './cel.ts';
import { t } from './t.ts';

const greatest = { maximum: 9007199254740991 };
const exact = { minimum: -9007199254740991, ...greatest };

describe('t', () => {
  it.each([
    ['a string', t.string(), { type: 'string' }],
    [
      'a string with bounds',
      t.string({ minLength: 1, maxLength: 9, pattern: '^a', format: 'uuid', description: 'A name.' }),
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'uuid', description: 'A name.' },
    ],
    ['an enum', t.enum(['dog', 'cat'], { default: 'cat' }), { type: 'string', enum: ['dog', 'cat'], default: 'cat' }],
    [
      'an integer',
      t.integer({ format: 'int64', minimum: 0 }),
      { type: 'integer', format: 'int64', minimum: 0, ...greatest },
    ],
    ['an integer without bounds', t.integer(), { type: 'integer', ...exact }],
    ['an int32', t.integer({ format: 'int32' }), { type: 'integer', format: 'int32' }],
    [
      'a number with open bounds',
      t.number({ minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true, multipleOf: 2 }),
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true, multipleOf: 2 },
    ],
    ['an enum of integers', t.enum([1, 2]), { type: 'integer', enum: [1, 2] }],
    ['an enum of fractions', t.enum([1, 2.5]), { type: 'number', enum: [1, 2.5] }],
    [
      'a quantity',
      t.quantity({ default: '1Gi' }),
      { 'x-kubernetes-int-or-string': true, pattern: expect.any(String) as string, default: '1Gi' },
    ],
    ['what has any shape', t.unknown(), { 'x-kubernetes-preserve-unknown-fields': true }],
    [
      'a whole object of another API',
      t.embeddedResource(),
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    ],
    [
      'a value that may be null',
      t.nullable(t.string({ default: 'a' })),
      { type: 'string', nullable: true, default: 'a' },
    ],
    [
      'an object that keeps what it does not name',
      t.object({}, { preserveUnknownFields: true, minProperties: 1, maxProperties: 2 }),
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, minProperties: 1, maxProperties: 2 },
    ],
    ['an object that drops it', t.object({}, { preserveUnknownFields: false }), { type: 'object' }],
    [
      'an atomic record',
      t.record(t.string(), { mapType: 'atomic' }),
      { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
    ],
    [
      'a title, an example and where more is written',
      t.string({ title: 'A', example: 'b', externalDocs: { url: 'https://example.com', description: 'c' } }),
      { type: 'string', title: 'A', example: 'b', externalDocs: { url: 'https://example.com', description: 'c' } },
    ],
    ['values that are empty', t.string({ default: '', example: '' }), { type: 'string', default: '', example: '' }],
    ['a boolean', t.boolean({ default: false }), { type: 'boolean', default: false }],
    ['a number or a string', t.intOrString({ default: '50%' }), { 'x-kubernetes-int-or-string': true, default: '50%' }],
    [
      'a list, which is atomic',
      t.array(t.string(), { minItems: 1, maxItems: 3 }),
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, 'x-kubernetes-list-type': 'atomic' },
    ],
    [
      'a set',
      t.array(t.string(), { listType: 'set' }),
      { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    ],
    [
      'a list with keys, which is a map',
      t.array(t.object({ name: t.string() }), { keys: ['name'] }),
      {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
    ],
    [
      'a record',
      t.record(t.integer(), { minProperties: 1, maxProperties: 2 }),
      { type: 'object', additionalProperties: { type: 'integer', ...exact }, minProperties: 1, maxProperties: 2 },
    ],
    ['an empty object', t.object({}), { type: 'object' }],
    [
      'an atomic object',
      t.object({ a: t.string() }, { mapType: 'atomic', description: 'One thing.' }),
      {
        type: 'object',
        description: 'One thing.',
        properties: { a: { type: 'string' } },
        required: ['a'],
        'x-kubernetes-map-type': 'atomic',
      },
    ],
    ['an optional value as the value itself', t.optional(t.string({ minLength: 1 })), { type: 'string', minLength: 1 }],
  ])('writes %s', (_, schema, json) => {
    expect(schema.json).toEqual(json);
  });

  it('omits empty options, which the API server would drop', () => {
    const externalDocs = { url: 'https://example.com', description: '' };
    const silent = { description: '', title: '', exclusiveMinimum: false, rules: [], externalDocs };
    expect(t.number(silent).json).toEqual({ type: 'number', externalDocs: { url: 'https://example.com' } });
  });

  it('requires exactly the properties that are neither optional nor defaulted', () => {
    const schema = t.object({
      wanted: t.string(),
      filledIn: t.integer({ default: 1 }),
      zero: t.integer({ default: 0 }),
      off: t.boolean({ default: false }),
      maybe: t.optional(t.string()),
      maybeFilledIn: t.optional(t.string({ default: 'a' })),
      inner: t.object({ deep: t.string() }),
    });
    expect(schema.json.required).toEqual(['wanted', 'inner']);
    expect(schema.json.properties?.['inner']?.required).toEqual(['deep']);
  });

  it('writes rules as x-kubernetes-validations', () => {
    const rule = cel('self.size() > 1', 'must be longer', { fieldPath: '.a', reason: 'FieldValueInvalid' });
    expect(t.string({ rules: [rule] }).json).toEqual({
      type: 'string',
      'x-kubernetes-validations': [
        { rule: 'self.size() > 1', message: 'must be longer', fieldPath: '.a', reason: 'FieldValueInvalid' },
      ],
    });
  });

  it('ignores optional and default of items in lists and records', () => {
    expect(t.array(t.string({ default: 'a' })).presence).toBe('required');
    expect(t.record(t.string({ default: 'a' })).presence).toBe('required');
    expect(t.array(t.string(), { default: [] }).presence).toBe('defaulted');
    expect(t.optional(t.string({ default: 'a' })).presence).toBe('optional');
    expect(t.nullable(t.optional(t.string())).presence).toBe('optional');
    expect(t.nullable(t.string({ default: 'a' })).presence).toBe('defaulted');
  });

  it('never requires a property with a default, for any name', () => {
    const properties = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.constantFrom('required', 'defaulted'));
    fc.assert(
      fc.property(properties, (presences) => {
        const schemas = Object.entries(presences).map(
          ([name, presence]) => [name, presence === 'required' ? t.string() : t.string({ default: '' })] as const,
        );
        const required = Object.keys(presences).filter((name) => presences[name] === 'required');
        const { json } = t.object(Object.fromEntries(schemas));
        expect(json.required ?? []).toEqual(required);
        expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(presences));
      }),
    );
  });
});

describe('t.conditions', () => {
  const { json, presence } = t.conditions();
  const item = json.items;

  it('is a list by type, so that two managers merge', () => {
    expect(json).toMatchObject({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    });
    expect(presence).toBe('required');
  });

  it('has the fields and limits of metav1.Condition', () => {
    expect(item?.required).toEqual(['type', 'status', 'lastTransitionTime', 'reason', 'message']);
    expect(item?.properties).toMatchObject({
      type: { type: 'string', maxLength: 316 },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
      reason: { type: 'string', minLength: 1, maxLength: 1024 },
      message: { type: 'string', maxLength: 32768 },
    });
  });

  it.each([
    ['type', ['Ready', 'example.com/Ready', 'a-b.c_d'], ['', 'Not Ready', '/Ready', 'Ready-']],
    ['reason', ['A', 'NodePortTaken', 'a_b,c:d_'], ['', '1a', 'Not Ready', 'a-b']],
  ])('accepts valid and rejects invalid values of %s', (field, good, bad) => {
    const pattern = new RegExp(item?.properties?.[field]?.pattern ?? 'missing', 'u');
    expect(good.filter((text) => !pattern.test(text))).toEqual([]);
    expect(bad.filter((text) => pattern.test(text))).toEqual([]);
  });
});

describe('t.quantity', () => {
  it.each([
    ['0', true],
    ['500m', true],
    ['1.5Gi', true],
    ['.5', true],
    ['1.', true],
    ['-1e3', true],
    ['+2E-3', true],
    ['', false],
    ['1 Gi', false],
    ['1GB', false],
    ['Ki', false],
    ['1e', false],
  ])('of %j returns %s', (text, good) => {
    expect(new RegExp(t.quantity().json.pattern ?? 'missing', 'u').test(text)).toBe(good);
  });
});
