import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buildCafe, cafeVersions, CafeV2, contents } from '../../fixtures/cafe-versions.ts';
import { defineApi, findInexact, t } from '../api/index.ts';
import type { KubeObject } from '../base/index.ts';
import { toCanonicalJson } from '../reconcile/compare/index.ts';
import { convert } from './convert.ts';
import { defineConversion } from './define-conversion.ts';
import { retainedPrefix } from './retained.ts';
import { spoke } from './spoke.ts';

const toPlain = (object: KubeObject): KubeObject => JSON.parse(JSON.stringify(object)) as KubeObject;
const versions = ['v2', 'v1', 'v1beta1'] as const;
const version = fc.constantFrom(...versions);
const annotations = fc.option(fc.constantFrom({ a: 'b' }, { 'a/b': '', c: 'd' }), { nil: undefined });

/** Generates any Cafe in any version. */
const anyCafe = fc
  .tuple(version, annotations)
  .chain(([from, noted]) =>
    (contents[from] ?? fc.constant({})).map((content) => toPlain(buildCafe(from, content, noted))),
  );

const convertThrough = (object: KubeObject, ...way: readonly string[]): KubeObject =>
  way.reduce((from, to) => toPlain(convert(cafeVersions, from, to)), object);

const getVersion = ({ apiVersion }: KubeObject): string => apiVersion.slice('example.com/'.length);
const getContent = (object: KubeObject): object => {
  const { spec, status } = object as KubeObject & { spec?: unknown; status?: unknown };
  return toPlain({ ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) } as never);
};
const replaceContent = ({ apiVersion, kind, metadata }: KubeObject, other: KubeObject): KubeObject => ({
  ...{ apiVersion, kind, metadata },
  ...getContent(other),
});
const listRetained = ({ metadata }: KubeObject): string[] =>
  Object.keys(metadata.annotations ?? {}).filter((name) => name.startsWith(retainedPrefix));

describe('an object', () => {
  it('is unchanged when it is back in its version, via any path', () => {
    fc.assert(
      fc.property(anyCafe, fc.array(version, { maxLength: 6 }), (object, way) => {
        expect(convertThrough(object, ...way, getVersion(object))).toEqual(object);
      }),
    );
  });

  it('that is converted back and forth has the same annotations each time', () => {
    fc.assert(
      fc.property(anyCafe, version, (object, to) => {
        const there = convertThrough(object, to);
        expect(convertThrough(there, getVersion(object), to)).toEqual(there);
      }),
    );
  });

  it('keeps all other metadata', () => {
    fc.assert(
      fc.property(anyCafe, version, (object, to) => {
        const { annotations: after = {}, ...rest } = convertThrough(object, to).metadata;
        const { annotations: before = {}, ...others } = object.metadata;
        const foreign = Object.entries(after).filter(([name]) => !name.startsWith(retainedPrefix));
        expect([JSON.stringify(rest), Object.fromEntries(foreign)]).toEqual([JSON.stringify(others), before]);
      }),
    );
  });

  it('keeps changes in the version in which they were made', () => {
    fc.assert(
      fc.property(anyCafe, anyCafe, fc.array(version, { maxLength: 4 }), (object, other, way) => {
        const edited = replaceContent(convertThrough(object, getVersion(other)), other);
        expect(getContent(convertThrough(edited, ...way, getVersion(other)))).toEqual(getContent(other));
      }),
    );
  });

  it('that was changed in a version looks there as it would without retained values', () => {
    fc.assert(
      fc.property(anyCafe, anyCafe, (object, other) => {
        const edited = replaceContent(convertThrough(object, getVersion(other)), other);
        const bare = { ...edited, metadata: object.metadata };
        const shown = (from: KubeObject): object => {
          const there = convertThrough(from, getVersion(object));
          return getContent(convertThrough({ ...there, metadata: object.metadata }, getVersion(other)));
        };
        expect([getContent(other), shown(bare)]).toContainEqual(shown(edited));
      }),
    );
  });

  it('has one annotation for each version with retained values', () => {
    const hub = buildCafe('v2', {
      spec: { espresso: { cents: 250, currency: 'USD' }, labels: {}, terrace: { seats: 4 } },
    });
    const v1 = convertThrough(hub, 'v1');
    const { annotations: noted = {} } = v1.metadata;

    expect(getContent(v1)).toEqual({ spec: { euros: 3, labels: {} } });
    expect(Object.keys(noted)).toEqual(['conversion.kubewright.dev/v2']);
    expect(JSON.parse(noted['conversion.kubewright.dev/v2'] ?? '')).toMatchObject({
      difference: {
        spec: { espresso: { cents: [[300], [250]], currency: [['EUR'], ['USD']] }, terrace: [[], [{ seats: 4 }]] },
      },
    });
    expect(listRetained(convertThrough(v1, 'v1beta1'))).toEqual(['conversion.kubewright.dev/v2']);
  });

  it('that was changed takes the change, and keeps values that the change does not affect', () => {
    const hub = buildCafe('v2', {
      spec: { espresso: { cents: 250, currency: 'USD' }, labels: { a: '1' }, terrace: { seats: 4 } },
    });
    const v1 = convertThrough(hub, 'v1');
    const edited = (spec: object): unknown =>
      (
        getContent(convertThrough({ ...v1, ...{ spec: { euros: 3, labels: { a: '1' }, ...spec } } }, 'v2')) as {
          spec: unknown;
        }
      ).spec;

    expect(edited({ labels: { b: '2' } })).toEqual({
      ...{ espresso: { cents: 250, currency: 'USD' }, labels: { b: '2' }, terrace: { seats: 4 } },
    });
    expect(edited({ euros: 5 })).toEqual({
      ...{ espresso: { cents: 500, currency: 'USD' }, labels: { a: '1' }, terrace: { seats: 4 } },
    });
  });

  it('without a spec is converted', () => {
    const old = buildCafe('v1', { status: { visitors: 3, observedGeneration: 2 } });

    expect(getContent(convertThrough(old, 'v2'))).toEqual({ status: { observedGeneration: 2 } });
    expect(convertThrough(old, 'v2', 'v1')).toEqual(old);
  });

  it('in the requested version is the same object', () => {
    const object = buildCafe('v1', { spec: { euros: 1, labels: {} } });
    expect(convert(cafeVersions, object, 'v1')).toBe(object);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no difference', '{"beside":"a","difference":{"spec":7}}'],
    ['sides that are none', '{"beside":"a","difference":{"spec":[[1,2],[]]}}'],
    ['no hash', '{"difference":{}}'],
  ])('loses an annotation that was edited to %s', (_, text) => {
    const object = buildCafe(
      'v1',
      { spec: { euros: 1, labels: {} } },
      { 'conversion.kubewright.dev/v2': text, a: 'b' },
    );
    expect(convertThrough(object, 'v2').metadata.annotations).toEqual({ a: 'b' });
  });

  it.each([
    ['of another kind', { kind: 'Bar' }, 'Bar of example.com/v1 is not a version of Cafe.example.com'],
    ['of another version', { apiVersion: 'example.com/v3' }, 'Cafe of example.com/v3 is not a version of'],
  ])('%s is not converted', (_, changes, message) => {
    const object = { ...buildCafe('v1', { spec: { euros: 1 } }), ...changes };
    expect(() => convert(cafeVersions, object, 'v2')).toThrow(message);
    expect(() => convert(cafeVersions, buildCafe('v1', {}), 'v3')).toThrow('unknown version v3');
  });
});

/** Builds a conversion whose objects contain a single value, from two functions. */
function buildPair(toHub: (value: unknown) => unknown, fromHub: (value: unknown) => unknown) {
  const spec = t.object({ value: t.optional(t.unknown()) });
  const identity = { group: 'example.com', kind: 'Cafe', spec } as const;
  const [hub, other] = [defineApi({ ...identity, version: 'v2' }), defineApi({ ...identity, version: 'v1' })];
  return defineConversion(hub, [
    spoke(other, {
      toHub: (content) => toHub(content) as never,
      fromHub: (content) => fromHub(content) as never,
    }),
  ]);
}

const mapValue = (change: (value: unknown) => unknown) => (content: unknown) => ({
  spec: { value: change((content as { spec: { value: unknown } }).spec.value) },
});

describe('for all conversion functions', () => {
  it('an object returns unchanged', () => {
    const json = fc
      .jsonValue()
      .map((value) => JSON.parse(JSON.stringify(value ?? 0)) as unknown)
      .filter((value) => findInexact(value, {}) === undefined);
    fc.assert(
      fc.property(fc.func(json), fc.func(json), json, (toHub, fromHub, value) => {
        const conversion = buildPair(
          mapValue((one) => toHub(toCanonicalJson(one))),
          mapValue((one) => fromHub(toCanonicalJson(one))),
        );
        const object = buildCafe('v1', { spec: { value } });
        const back = convert(conversion, toPlain(convert(conversion, object, 'v2')), 'v1');
        expect(toPlain(back)).toEqual(object);
        expect(convert(conversion, toPlain(convert(conversion, back, 'v2')), 'v1')).toEqual(back);
      }),
    );
  });

  it('an object keeps every change, and its retained values', () => {
    const digits = fc.record({ a: fc.nat(1), b: fc.nat(2), c: fc.nat(1) });
    fc.assert(
      fc.property(fc.func(digits), fc.func(digits), fc.tuple(digits, digits), (toHub, fromHub, [value, change]) => {
        const conversion = buildPair(
          mapValue((one) => toHub(toCanonicalJson(one))),
          mapValue((one) => fromHub(toCanonicalJson(one))),
        );
        const v1 = toPlain(convert(conversion, buildCafe('v2', { spec: { value } }), 'v1'));
        const edited = { ...v1, ...{ spec: { value: change } } };
        const hub = toPlain(convert(conversion, edited, 'v2'));
        expect(getContent(convert(conversion, hub, 'v1'))).toEqual({ spec: { value: change } });
        expect(getContent(convert(conversion, toPlain(convert(conversion, hub, 'v1')), 'v2'))).toEqual(getContent(hub));
      }),
      { numRuns: 500 },
    );
  });

  it('retained values are dropped if the change gives them another meaning', () => {
    type Weight = { readonly amount: number; readonly unit: string };
    const conversion = buildPair(
      mapValue((grams) => ({ amount: grams, unit: 'g' })),
      mapValue((weight) => (weight as Weight).amount * ((weight as Weight).unit === 'kg' ? 1000 : 1)),
    );
    const v1 = convert(conversion, buildCafe('v2', { spec: { value: { amount: 0, unit: 'kg' } } }), 'v1');
    const edited = convert(conversion, { ...v1, ...{ spec: { value: 7 } } }, 'v2');

    expect(getContent(v1)).toEqual({ spec: { value: 0 } });
    expect(getContent(convert(conversion, v1, 'v2'))).toEqual({ spec: { value: { amount: 0, unit: 'kg' } } });
    expect(getContent(edited)).toEqual({ spec: { value: { amount: 7, unit: 'g' } } });
    expect(listRetained(edited)).toEqual([]);
  });

  it.each([
    ['throws', () => JSON.parse('{') as unknown, 'Threw: toHub of v1 failed: '],
    ['changes what it gets', (content: object) => Object.assign(content, { a: 1 }), 'Threw: toHub of v1 failed: '],
    ['returns no object', () => 'spec', 'InvalidResult: toHub of v1 returned no object'],
    ['returns nothing', () => undefined, 'InvalidResult: toHub of v1 returned no object'],
    ['returns no spec', () => ({ status: {} }), 'InvalidResult: toHub of v1 returned no spec'],
    ['returns another status', () => ({ spec: {}, status: 7 }), 'InvalidResult: toHub of v1 returned a status that is'],
    [
      ...(['returns metadata', () => ({ spec: {}, metadata: { labels: {} } })] as const),
      'InvalidResult: toHub of v1 returned metadata, which it must not change: return only spec and status',
    ],
    [
      'returns a value that is not JSON',
      () => ({ spec: { value: { toJSON: () => JSON.parse('{') as unknown } } }),
      'Threw: toHub of v1',
    ],
    [
      'returns a bigint of its own',
      () => ({ spec: { value: 1n } }),
      'Inexact: spec.value: Invalid value: 1: toHub of v1',
    ],
    ['rounds', () => ({ spec: { sizes: [2 ** 53] } }), 'Inexact: spec.sizes[0]: Invalid value: "9007199254740992": '],
    ['returns no number', () => ({ spec: { value: NaN } }), 'Inexact: spec.value: Invalid value: "NaN": '],
  ])('an object that %s fails with its name', (_, toHub, failure) => {
    const [reason, message] = failure.split(/: (.*)/);
    const conversion = buildPair(
      toHub as never,
      mapValue((value) => value),
    );
    const object = buildCafe('v1', { spec: { value: 1 } });
    expect(() => convert(conversion, object, 'v2')).toThrow(expect.objectContaining({ reason }) as Error);
    expect(() => convert(conversion, object, 'v2')).toThrow(message);
  });

  it('a mixture of old and new that cannot be converted back is not used', () => {
    const conversion = buildPair(
      mapValue((value) => ({ value, kept: 'no' })),
      mapValue((both) => {
        const { value, kept } = both as { readonly value: number; readonly kept: string };
        if (kept === 'yes' && value === 2) throw new RangeError('never both');
        return value;
      }),
    );
    const v1 = convert(conversion, buildCafe('v2', { spec: { value: { value: 1, kept: 'yes' } } }), 'v1');
    const edited = convert(conversion, { ...v1, ...{ spec: { value: 2 } } }, 'v2');

    expect(getContent(edited)).toEqual({ spec: { value: { value: 2, kept: 'no' } } });
  });

  it('values that exceed the annotations’ limit are rejected', () => {
    const conversion = buildPair(
      mapValue(() => 'x'.repeat(10)),
      mapValue(() => ''),
    );
    const large = buildCafe('v1', { spec: { value: 'y'.repeat(256 * 1024) } });
    const fits = buildCafe('v1', { spec: { value: 'y'.repeat(255 * 1024) } });
    expect(() => convert(conversion, large, 'v2')).toThrow(expect.objectContaining({ reason: 'TooLarge' }) as Error);
    expect(convert(conversion, convert(conversion, fits, 'v2'), 'v1')).toEqual(fits);
  });
});

describe('the status', () => {
  it('has the conditions and the generation of the runtime in every version', () => {
    const reported = { conditions: [{ type: 'Ready', status: 'True' }], observedGeneration: 3 };
    const hub = buildCafe('v2', { spec: { espresso: { cents: 100, currency: 'EUR' }, labels: {} }, status: reported });

    for (const to of ['v1', 'v1beta1']) expect(getContent(convertThrough(hub, to))).toMatchObject({ status: reported });
    expect(CafeV2.version).toBe('v2');
  });
});
