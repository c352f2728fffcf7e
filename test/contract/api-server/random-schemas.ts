import fc from 'fast-check';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

/** A schema, and values for it. The schema allows most of them. */
export interface RandomSchema {
  readonly schema: CrdSchema;
  readonly values: fc.Arbitrary<unknown>;
}

const names = ['a', 'b', 'c', 'constructor'];
const preserves = { 'x-kubernetes-preserve-unknown-fields': true };
const texts = fc.constantFrom('x', 'y', 'long-text', '100m', '1Gi', '2026-01-01T00:00:00Z', '');
const numbers = fc.constantFrom(0, 1, 3, -1, 11, 2 ** 31, 1.5);
const scalars = fc.oneof(texts, numbers, fc.boolean());
const free: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: scalars },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.array(tie('any'), { maxLength: 2 }) },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 2 }) },
  ),
})).any;

const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: unusual });

/** Generates objects with some of the members. */
const some = <T extends object>(members: { [N in keyof T]: fc.Arbitrary<T[N]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const leaf = (schemas: fc.Arbitrary<CrdSchema>, values: fc.Arbitrary<unknown>): fc.Arbitrary<RandomSchema> =>
  fc.tuple(schemas, some({ nullable: fc.constant(true) })).map(([schema, more]) => ({
    schema: { ...schema, ...more },
    values: mostly(values, fc.oneof(free, fc.constant(null))),
  }));

const ofType = (schema: CrdSchema, ...values: readonly unknown[]): fc.Arbitrary<RandomSchema> =>
  leaf(fc.constant(schema), mostly(fc.constantFrom(...values), scalars));

const bounds = some({ minLength: fc.constant(1), maxLength: fc.constant(5), pattern: fc.constant('^[a-z0-9]*$') });
const text = fc.oneof(
  ofType({ type: 'string' }, 'x', 'y', ''),
  ofType({ type: 'string', default: 'x' }, 'x', 'y'),
  leaf(
    bounds.map((some): CrdSchema => ({ type: 'string', ...some })),
    mostly(fc.constantFrom('x', 'y1'), texts),
  ),
  ofType({ type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+01:00'),
  ofType({ type: 'string', format: 'byte' }, 'eA==', 'eHl6'),
  ofType({ type: 'string', format: 'quantity' }, '100m', '1Gi'),
  ofType({ type: 'string', enum: ['x', 'y'] }, 'x', 'y'),
);

const range = some({ minimum: fc.constant(0), maximum: fc.constant(10), default: fc.constant(3) });
const number = fc.oneof(
  leaf(
    range.map((some): CrdSchema => ({ type: 'integer', ...some })),
    mostly(fc.constantFrom(0, 1, 3), numbers),
  ),
  ofType({ type: 'integer', format: 'int32' }, 0, 2, -1),
  ofType({ type: 'integer', format: 'int64' }, 0, 2, 2 ** 31),
  ofType({ type: 'number', exclusiveMinimum: true, minimum: 0 }, 1, 1.5),
);

const intOrString = [{ type: 'integer' }, { type: 'string' }] as const;
const either = leaf(
  fc.constantFrom<CrdSchema>(
    { 'x-kubernetes-int-or-string': true },
    { 'x-kubernetes-int-or-string': true, anyOf: intOrString, pattern: '^[0-9]+(m|Gi)?$' },
  ),
  mostly(fc.constantFrom(1, 5, '10', '100m', '1Gi'), scalars),
);
const flag = leaf(fc.constantFrom<CrdSchema>({ type: 'boolean' }, { type: 'boolean', default: true }), fc.boolean());
const unknown = leaf(
  fc.constantFrom<CrdSchema>(preserves, { type: 'object', ...preserves }, { type: 'object' }),
  fc.dictionary(fc.constantFrom(...names), free, { maxKeys: 3 }),
);

const embedded = leaf(
  fc.constantFrom<CrdSchema>(
    { type: 'object', 'x-kubernetes-embedded-resource': true, ...preserves },
    { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object', ...preserves } } },
  ),
  fc.record(
    {
      apiVersion: mostly(fc.constant('v1'), fc.constantFrom('', 5)),
      kind: mostly(fc.constant('Pod'), fc.constant('')),
      metadata: some({
        name: fc.constantFrom('m', ''),
        labels: fc.dictionary(fc.constantFrom('l', 'm'), mostly(fc.constantFrom('x', 'y'), texts), { maxKeys: 2 }),
        finalizers: fc.constantFrom(['f/a'], ['f/b', 'f/a']),
      }),
      spec: fc.dictionary(fc.constantFrom(...names), free, { maxKeys: 2 }),
    },
    { requiredKeys: ['apiVersion', 'kind'] },
  ),
);

const set = leaf(
  fc.constant({ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }),
  mostly(fc.uniqueArray(fc.constantFrom('x', 'y', 'z')), fc.constantFrom(['x', 'x'], [1])),
);
const flat = fc.oneof(text, number, either, flag, unknown, embedded, set);

/**
 * Generates schemas like those in CRDs of public projects.
 * @param depth the maximum nesting of objects and lists
 */
export function randomSchemas(depth = 3): fc.Arbitrary<RandomSchema> {
  if (depth === 0) return flat;
  const below = randomSchemas(depth - 1);
  return fc.oneof(
    { weight: 7, arbitrary: flat },
    { weight: 3, arbitrary: objects(below) },
    { weight: 1, arbitrary: records(below) },
    { weight: 2, arbitrary: lists(below) },
    { weight: 2, arbitrary: listsByKeys(below) },
  );
}

const rules = ['default', 'required', 'count', 'oneOf', 'anyOf', 'not', 'allOf'];

function objects(below: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  const options = some<CrdSchema>({
    nullable: fc.constant(true),
    'x-kubernetes-preserve-unknown-fields': fc.constant(true),
    'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular'),
    'x-kubernetes-validations': fc.constant([{ rule: 'true' }]),
  });
  const rule = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...rules) });
  return fc
    .tuple(fc.dictionary(fc.constantFrom(...names), below, { minKeys: 1, maxKeys: 3 }), options, rule)
    .map(([members, more, chosen]) =>
      buildObjectSchema(members, { ...more, ...ruleFor(chosen, Object.keys(members)) }),
    );
}

function records(below: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return fc.tuple(below, some({ maxProperties: fc.constant(1) })).map(([{ schema, values }, more]) => ({
    schema: { type: 'object', additionalProperties: schema, ...more },
    values: mostly(fc.dictionary(fc.constantFrom(...names), values, { maxKeys: more.maxProperties ?? 2 }), free),
  }));
}

function lists(below: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  const options = some<CrdSchema>({ 'x-kubernetes-list-type': fc.constant('atomic'), maxItems: fc.constant(2) });
  return fc.tuple(below, options).map(([{ schema, values }, more]) => ({
    schema: { type: 'array', items: schema, ...more },
    values: mostly(fc.array(values, { maxLength: 2 }), fc.oneof(free, fc.array(values, { maxLength: 3 }))),
  }));
}

function listsByKeys(below: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  const second = fc.constantFrom<CrdSchema>({}, { default: 'k' });
  return fc.tuple(below, second).map(([{ schema, values }, key]) => listByKeys(schema, values, key));
}

function ruleFor(rule: string, [first = '', second = first]: readonly string[]): CrdSchema {
  switch (rule) {
    case 'default':
      return { default: {} };
    case 'required':
      return { required: [first] };
    case 'count':
      return { minProperties: 1, maxProperties: 2 };
    case 'oneOf':
    case 'anyOf':
      return { [rule]: [{ required: [first] }, { required: [second], properties: { [second]: { minLength: 2 } } }] };
    case 'not':
      return { not: { required: [second] } };
    case 'allOf':
      return { allOf: [{ required: [first] }, { minProperties: 1 }] };
    default:
      return {};
  }
}

function buildObjectSchema(members: Readonly<Record<string, RandomSchema>>, more: CrdSchema): RandomSchema {
  const entries = Object.entries(members);
  const values = Object.fromEntries(entries.map(([name, { values }]) => [name, values]));
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  const known = fc.record(values, { requiredKeys: [...(more.required ?? [])] });
  const withUnknown = fc.tuple(known, fc.dictionary(fc.constant('u'), free, { maxKeys: 1 }));
  return {
    schema: { type: 'object', properties, ...more },
    values: mostly(
      known,
      fc.oneof(
        withUnknown.map(([one, other]) => ({ ...one, ...other })),
        free,
      ),
    ),
  };
}

function listByKeys(schema: CrdSchema, values: fc.Arbitrary<unknown>, second: CrdSchema): RandomSchema {
  const properties = { id: { type: 'string' }, key: { type: 'string', ...second }, value: schema } as const;
  const required = second.default === undefined ? ['id', 'key'] : ['id'];
  const key = fc.constantFrom('k', 'l');
  const item = fc.record<{ id: string; key: string; value: unknown }>(
    { id: fc.constantFrom('p', 'q', 'r'), key, value: values },
    { requiredKeys: required as 'id'[] },
  ) as fc.Arbitrary<{ id: string; key?: string }>;
  const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['key', 'id'] } as const;
  return {
    schema: { type: 'array', ...keys, items: { type: 'object', properties, required } },
    values: mostly(
      fc.uniqueArray(item, { maxLength: 3, selector: ({ id, key = 'k' }) => id + key }),
      fc.oneof(free, fc.array(item)),
    ),
  };
}
