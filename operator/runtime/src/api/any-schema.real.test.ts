import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { isOperatorError, systemClock } from '../base/index.ts';
import { type Client, connect, buildPath } from '../client/index.ts';
import { CustomResourceDefinition } from '../kinds/index.ts';
import * as api from './index.ts';

const { atLeastOneOf, atMostOneOf, cel, exactlyOneOf, immutable, onCreation, t } = api;

type Any = api.Schema;
/** A random combination of options. `defineApi` has to reject contradictory ones. */
type Options = Readonly<Record<string, unknown>>;

const pickSome = (options: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Options> =>
  fc.record(options, { requiredKeys: [] });
const pickOne = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Usually a valid value, sometimes an invalid one. */
const pickMostly = (good: fc.Arbitrary<unknown>, ...bad: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: pickOne(...bad) });
const words = fc.string({ maxLength: 12, unit: 'grapheme' });
const least = pickMostly(pickOne(0, 1), -1, 1.5, 9);
const most = pickMostly(pickOne(2, 3, 5), 0, -1);
const number = pickMostly(pickOne(1, 2), 0.5, 2 ** 31, 2 ** 53, 1e300);
const text = pickMostly(pickOne('a', 'abc'), '', '😀', 'ABC', 'a-long-text', '2026-02-30');
const name = pickOne('a', 'b', 'namespace', 'with-dash', 'two__under');

const described = {
  description: words,
  title: words,
  externalDocs: fc.record({ url: pickMostly(pickOne('https://a.b'), 'no'), description: words }),
};
const withDefaultAndExample = (value: fc.Arbitrary<unknown>) => ({ ...described, default: value, example: value });
const onAny = fc.array(
  pickOne(
    immutable(),
    onCreation(cel('self == self', 'is itself')),
    cel('self == self', 'is itself', { messageExpression: '"no"', reason: 'FieldValueForbidden' }),
    cel('!oldSelf.hasValue() || self == oldSelf.value()', 'stays', { optionalOldSelf: true }),
  ),
  { maxLength: 1 },
);
const rulesOfObjects = fc.array(
  fc.oneof(
    fc.tuple(pickOne(exactlyOneOf, atLeastOneOf, atMostOneOf), name, name).map(([rule, one, two]) => rule(one, two)),
    name.map((one) => immutable(one)),
    name.map((one) => cel('true', 'never', { fieldPath: `.${one}` })),
  ),
  { maxLength: 2 },
);

const strings = pickSome({
  ...{ ...withDefaultAndExample(text), rules: onAny, minLength: least, maxLength: most },
  pattern: pickMostly(pickOne('^[a-z]*$', '.', '^(a|b)'), '(?=a)', '['),
  format: pickOne('password'),
}).map((options) => t.string(options as object));
const moments: readonly (readonly [api.StringFormat, string])[] = [
  ...([
    ['date', '2026-02-28'],
    ['date-time', '2026-02-28T10:00:00.5Z'],
    ['ipv4', '127.0.0.1'],
    ['ipv6', '::1'],
  ] as const),
  ...([
    ['uuid', '01234567-89ab-cdef-0123-456789abcdef'],
    ['byte', 'YQ=='],
    ['date', '2026-02-30'],
    ['ipv4', '::1'],
  ] as const),
];
const formatted = pickOne(...moments).map(([format, value]) => t.string({ format, default: value }));
const numbers = pickSome({
  ...{
    ...withDefaultAndExample(number),
    rules: onAny,
    minimum: pickMostly(pickOne(-1, 0), 3, 0.5),
    maximum: pickMostly(pickOne(2, 7), 0, 1e300),
  },
  multipleOf: pickMostly(pickOne(1), 0, 0.5, 2),
  ...{ exclusiveMinimum: fc.boolean(), exclusiveMaximum: fc.boolean() },
});
const scalars: fc.Arbitrary<Any> = fc.oneof(
  strings,
  formatted,
  numbers.map((options) => t.number(options as object)),
  fc
    .tuple(numbers, pickOne<'int32' | 'int64'>('int32', 'int64'))
    .map(([options, format]) => t.integer({ ...(options as object), format })),
  pickSome(withDefaultAndExample(fc.boolean())).map((options) => t.boolean(options as object)),
  pickSome(withDefaultAndExample(pickMostly(pickOne<unknown>(1, '50%', ''), 1.5))).map((options) =>
    t.intOrString(options as object),
  ),
  pickSome(withDefaultAndExample(pickMostly(pickOne<unknown>(1, '1Gi', '.5m'), 'many'))).map((options) =>
    t.quantity(options as object),
  ),
  pickSome(withDefaultAndExample(text)).map((options) => t.enum(['a', 'abc', ''], options as object)),
  pickSome(withDefaultAndExample(number)).map((options) => t.enum([1, 2, 0.5], options as object)),
  pickSome(withDefaultAndExample(fc.jsonValue())).map((options) => t.unknown(options as object)),
  pickSome(withDefaultAndExample(pickMostly(pickOne({ apiVersion: 'v1', kind: 'Pod', data: 1 }), { kind: 'Pod' }))).map(
    (options) => t.embeddedResource(options as object),
  ),
);

const { schema } = fc.letrec<{ schema: Any; list: Any; record: Any; object: Any; property: Any }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalars, tie('list'), tie('record'), tie('object')),
  list: fc
    .tuple(
      tie('property'),
      pickSome({
        ...{ ...described, rules: onAny, minItems: pickMostly(pickOne(0, 1), 4) },
        ...{ default: pickMostly(pickOne([]), [''], ['a', 'a'], [0], [{}]), listType: pickOne('atomic', 'set') },
      }),
    )
    // Rules on the items of an unbounded list exceed the API server's cost budget.
    .map(([items, options]) => t.array(items, { ...(options as object), maxItems: 3 })),
  record: fc
    .tuple(
      tie('property'),
      pickSome({
        ...described,
        default: pickMostly(pickOne({}), { a: '' }, { a: 0 }),
        mapType: pickOne('atomic', 'granular'),
      }),
    )
    .map(([values, options]) => t.record(values, { ...(options as object), maxProperties: 3 })),
  object: fc
    .tuple(
      fc.dictionary(name, tie('property'), { maxKeys: 4 }),
      pickSome({ ...described, rules: rulesOfObjects, mapType: pickOne('atomic', 'granular'), minProperties: least }),
      pickSome({ default: pickMostly(pickOne({}), { a: '' }, { a: 1, b: 'a' }), preserveUnknownFields: fc.boolean() }),
    )
    // Objects with rules get no default, because only the API server can evaluate a rule against it.
    .map(([properties, options, free]) =>
      t.object(properties, { ...(options as object), ...('rules' in options ? {} : (free as object)) }),
    ),
  property: fc
    .tuple(tie('schema'), pickOne('plain', 'plain', 'optional', 'optional', 'nullable'))
    .map(([one, form]) => (form === 'optional' ? t.optional(one) : form === 'nullable' ? t.nullable(one) : one)),
}));

const declarations = fc
  .tuple(
    fc.dictionary(name, schema, { maxKeys: 3 }),
    pickSome({
      ...{
        shortNames: fc.array(pickOne('cf', 'c-f'), { maxLength: 1 }),
        singular: pickMostly(pickOne('caffe'), 'Cafe'),
      },
      ...{ labels: pickMostly(pickOne({}, { a: '' }, { 'b.c/d': 'x' }), { '-': '' }, { a: 'a b' }) },
      ...{ annotations: fc.dictionary(pickOne('a', 'b/D'), words, { maxKeys: 1 }) },
      ...{
        deprecated: pickMostly(pickOne<unknown>(true, 'use another'), '\n'),
        selectableFields: pickMostly(pickOne([]), ['.spec.a'], ['.spec.b']),
      },
      columns: fc.array(
        pickSome({ format: pickOne('int32', 'date'), priority: pickOne(0, 1), description: words }).map((options) =>
          api.column('A', '.metadata.name', options),
        ),
        { maxLength: 1 },
      ),
      otherVersions: fc.array(
        pickSome({
          served: pickMostly(pickOne(false), true),
          deprecated: pickOne<unknown>(true, 'soon'),
          spec: pickMostly(pickOne(t.object({})), t.object({ a: t.string() })),
        }).map((options) => ({ version: 'v1beta1', spec: t.object({}), ...options })),
        { maxLength: 1 },
      ),
    }),
  )
  .map(([properties, options]) => ({
    ...{ group: 'any.kubewright.example', version: 'v1', kind: 'Cafe', spec: t.object(properties) },
    ...options,
  }));

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await client.transport.close();
});

/** The CRD of a declaration; `undefined` if the declaration is rejected. */
function tryDefine(declaration: Parameters<typeof api.defineApi>[0]): api.CustomResourceDefinition | undefined {
  try {
    return JSON.parse(JSON.stringify(api.defineApi(declaration).crd)) as api.CustomResourceDefinition;
  } catch (error) {
    if (isOperatorError(error, 'SCHEMA_INVALID')) return undefined;
    throw error;
  }
}

describe('every declaration that `defineApi` accepts', () => {
  it('is accepted by the API server without a warning, and would be stored without a difference', async () => {
    await fc.assert(
      fc.asyncProperty(declarations, async (declaration) => {
        const definition = tryDefine(declaration);
        fc.pre(definition !== undefined);
        // The API server validates, defaults and answers a dry run like any other request, and stores nothing.
        const query = { dryRun: 'All', fieldValidation: 'Strict' };
        const path = buildPath(CustomResourceDefinition);
        const { body } = await client.transport.call({ method: 'POST', path, query, body: definition });
        expect(body, JSON.stringify((body as { message?: string }).message)).toMatchObject({
          kind: 'CustomResourceDefinition',
        });
        const { spec, metadata } = body as api.CustomResourceDefinition;
        expect(spec).toEqual({ conversion: { strategy: 'None' }, ...definition.spec });
        expect(metadata).toMatchObject(definition.metadata);
      }),
      { numRuns: 60, maxSkipsPerRun: 100 },
    );
  });
});
