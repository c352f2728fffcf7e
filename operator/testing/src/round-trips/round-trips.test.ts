import { describe, expect, it } from 'vitest';

import { buildCafe, CafeV2, cafeVersions, fromV1, fromV1beta1 } from '../../../runtime/fixtures/cafe-versions.ts';
import { defineApi, t } from '@kubewright/runtime/internal/api';
import { defineConversion, spoke } from '@kubewright/runtime/internal/conversion';
import { checkRoundTrips } from './round-trips.ts';

const isOpen = ({ spec }: { readonly spec: Readonly<Record<string, unknown>> }): boolean => spec['motto'] !== 'closed';

type Change = (value: unknown) => unknown;

/** Builds two versions with one field, and a conversion of that field by these functions. */
function buildPair(toHub: Change, fromHub: Change) {
  const identity = {
    group: 'example.com',
    kind: 'Cafe',
    spec: t.object({ size: t.integer({ minimum: 0, maximum: 99 }) }),
  } as const;
  const [hub, other] = [defineApi({ ...identity, version: 'v2' }), defineApi({ ...identity, version: 'v1' })];
  const changed = (change: Change) => (content: unknown) => ({
    spec: { size: change((content as { spec: { size: unknown } }).spec.size) as never },
  });
  return defineConversion(hub, [spoke(other, { toHub: changed(toHub), fromHub: changed(fromHub) })]);
}

const keepSame: Change = (value) => value;

describe('checkRoundTrips', () => {
  it('accepts lossy functions if they are pure', async () => {
    const onlyIn = { v1: ['spec.motto'], v1beta1: ['spec.since'] };
    await checkRoundTrips(defineConversion(CafeV2, [fromV1, fromV1beta1]), { filter: isOpen, runs: 50, onlyIn });
    await checkRoundTrips(
      buildPair(
        () => 1,
        () => 2,
      ),
    );
  });

  it('finds the smallest object for which a function throws', async () => {
    const conversion = buildPair((size) => {
      if ((size as number) >= 17) throw new RangeError('too large');
      return size;
    }, keepSame);

    await expect(checkRoundTrips(conversion, { seed: 1 })).rejects.toThrow(
      new RegExp(
        [
          'failed to convert Cafe.example.com from v2 to v1 and back: ',
          'example.com/v. cannot be converted to example.com/v.: toHub of v1 failed: too large\n\n',
          '{\n  "apiVersion": "example.com/v.",\n  "kind": "Cafe",\n  "spec": {\n    "size": 17\n  }\n}\n\n',
          '[^]*To reproduce: { seed: 1 }$',
        ].join(''),
      ),
    );
  });

  it('finds objects without an equivalent, unless they cannot exist', async () => {
    const closed = { ...buildCafe('v1', { spec: { euros: 1, motto: 'closed', labels: {} } }) };

    await expect(checkRoundTrips(cafeVersions, { examples: [closed], filter: isOpen, runs: 1 })).rejects.toThrow(
      'example.com/v1 cannot be converted to example.com/v2: spec.motto: Invalid value: "closed": a closed cafe is none',
    );
  });

  it('finds functions with a different result each time', async () => {
    let calls = 0;
    const conversion = buildPair((size) => (size as number) * 0 + (calls++ % 7), keepSame);

    await expect(checkRoundTrips(conversion)).rejects.toThrow('the functions must be pure (');
  });

  it('finds results that the other version rejects', async () => {
    await expect(
      checkRoundTrips(
        buildPair((size) => (size as number) + 1, keepSame),
        { runs: 1000 },
      ),
    ).rejects.toThrow(
      /its spec in v2 has a property size that is above 99[^]*"size": 99[^]*was converted to[^]*"size": 100/,
    );
  });

  it('finds functions that fail only when converting back', async () => {
    const conversion = buildPair(keepSame, (size) => {
      if (size === 3) throw new RangeError('no three');
      return size;
    });

    await expect(checkRoundTrips(conversion, { runs: 1000 })).rejects.toThrow('fromHub of v1 failed: no three');
  });

  it('accepts objects as examples, and retains their metadata', async () => {
    const example = { apiVersion: 'example.com/v1', metadata: { labels: { a: 'b' } }, spec: { size: 100 } };

    await expect(checkRoundTrips(buildPair(keepSame, keepSame), { examples: [example] })).rejects.toThrow(
      'its spec in v2 has a property size that is above 99',
    );
    await checkRoundTrips(buildPair(keepSame, keepSame), { examples: [{ ...example, spec: { size: 1 } }] });
  });

  it('reports that it has no object to convert', async () => {
    await expect(checkRoundTrips(buildPair(keepSame, keepSame), { filter: () => false, runs: 1 })).rejects.toThrow(
      /failed to generate objects of Cafe\.example\.com: `filter` rejected \d+ objects: pass examples instead/,
    );
  });

  it('passes the version and the content of an object to `filter`', async () => {
    const seen = new Set<string>();
    await checkRoundTrips(defineConversion(CafeV2, [fromV1]), {
      runs: 5,
      onlyIn: { v1: ['spec.motto'] },
      filter: ({ version, spec, status }) => {
        seen.add(`${version} ${typeof spec} ${typeof status}`);
        return spec['motto'] !== 'closed';
      },
    });
    expect([...seen].sort()).toEqual(['v1 object object', 'v2 object object']);
  });

  describe('a field that only one version has', () => {
    const menu = { group: 'example.com', kind: 'Menu' } as const;
    const text = t.optional(t.string());
    const V1 = defineApi({
      ...{ ...menu, version: 'v1' },
      spec: t.object({ dish: text, prices: t.array(t.object({ euros: t.integer() })), note: text }),
    });
    const V2 = defineApi({
      ...{ ...menu, version: 'v2' },
      spec: t.object({ meal: text, prices: t.array(t.object({ cents: t.integer() })), note: text }),
    });
    const pricesToHub = (prices: readonly { euros: number }[]) => prices.map(({ euros }) => ({ cents: euros }));
    const pricesFromHub = (prices: readonly { cents: number }[]) => prices.map(({ cents }) => ({ euros: cents }));
    const forgetful = defineConversion(V2, [
      spoke(V1, {
        toHub: ({ spec: { prices, note } }) => ({ spec: { prices: pricesToHub(prices), note } }),
        fromHub: ({ spec: { prices, note } }) => ({ spec: { prices: pricesFromHub(prices), note } }),
      }),
    ]);

    it('must not be forgotten in both directions', async () => {
      await expect(checkRoundTrips(forgetful)).rejects.toThrow(
        'failed to convert Menu.example.com between v1 and v2: toHub of v1 ignores spec.dish, and fromHub ignores ' +
          "spec.meal of v2. Convert a renamed field; if the fields are unrelated, pass onlyIn: { v1: ['spec.dish'] }",
      );
    });

    it('may be forgotten if the other version has no such field, or the test says that it is unrelated', async () => {
      await checkRoundTrips(forgetful, { onlyIn: { v1: ['spec.dish'] } });
      await checkRoundTrips(forgetful, { onlyIn: { v2: ['spec.meal'] } });
      const half = defineConversion(V2, [
        spoke(V1, {
          toHub: ({ spec: { prices, note, dish } }) => ({ spec: { prices: pricesToHub(prices), note, meal: dish } }),
          fromHub: ({ spec: { prices, note } }) => ({ spec: { prices: pricesFromHub(prices), note } }),
        }),
      ]);
      await checkRoundTrips(half);
    });

    it('is found in items of a list', async () => {
      const constant = defineConversion(V2, [
        spoke(V1, {
          toHub: ({ spec: { dish, note, prices } }) => ({
            spec: { meal: dish, note, prices: prices.map(() => ({ cents: 0 })) },
          }),
          fromHub: ({ spec: { meal, note, prices } }) => ({
            spec: { dish: meal, note, prices: prices.map(() => ({ euros: 0 })) },
          }),
        }),
      ]);
      await expect(checkRoundTrips(constant)).rejects.toThrow(
        'toHub of v1 ignores spec.prices[].euros, and fromHub ignores spec.prices[].cents of v2',
      );
    });
  });
});
