import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { checkRoundTrips } from '@kubewright/testing';
import { loadExample } from '../../fixtures/load-example.ts';
import { defineApi, t } from '../api/index.ts';
import { convert } from './convert.ts';
import { type ConversionDefinition, defineConversion } from './define-conversion.ts';
import { type SharedFields, spoke } from './spoke.ts';

const identity = { group: 'example.com', kind: 'Cafe' } as const;
const spec = { seats: t.integer({ minimum: 1 }), note: t.optional(t.string()) };
const status = { guests: t.optional(t.integer()) };
const CafeV1 = defineApi({
  ...{ ...identity, version: 'v1' },
  spec: t.object({ ...spec, openHours: t.integer({ minimum: 0, maximum: 24 }), waiter: t.optional(t.string()) }),
  status: t.object({ ...status, conditions: t.conditions() }),
});
const CafeV2 = defineApi({
  ...{ ...identity, version: 'v2' },
  spec: t.object({ ...spec, openMinutes: t.integer({ minimum: 0, maximum: 1440 }), terrace: t.optional(t.integer()) }),
  status: t.object({ ...status, conditions: t.conditions() }),
});

function define(shared: SharedFields): ConversionDefinition {
  return defineConversion(CafeV2, [
    spoke(CafeV1, {
      hub: CafeV2,
      shared: shared as { readonly spec: typeof spec; readonly status: typeof status },
      toHub: ({ spec: { openHours } }) => ({ spec: { openMinutes: openHours * 60 } }),
      fromHub: ({ spec: { openMinutes } }) => ({ spec: { openHours: Math.ceil(openMinutes / 60) } }),
    }),
  ]);
}

describe('shared fields', () => {
  const cafes = define({ spec, status });
  const metadata = { name: 'blue', uid: '1', resourceVersion: '1', creationTimestamp: '' };

  it('are copied in both directions, and the functions return the others', () => {
    const stored = {
      ...{ apiVersion: 'example.com/v1', kind: 'Cafe', metadata },
      ...{ spec: { seats: 20, note: 'by the river', openHours: 8, waiter: 'Ada' }, status: { guests: 7 } },
    };
    const converted = convert(cafes, stored, 'v2');
    expect(converted).toMatchObject({
      spec: { seats: 20, note: 'by the river', openMinutes: 480 },
      status: { guests: 7 },
    });
    expect(converted).not.toHaveProperty('spec.waiter');
    expect(convert(cafes, converted, 'v1')).toEqual(stored);
  });

  it('lose nothing for any object', () => checkRoundTrips(cafes, { onlyIn: { v1: ['spec.waiter'] } }));

  it.each<[SharedFields, string]>([
    [{ spec: { terrace: t.integer() } }, 'shared.spec.terrace: v1 does not declare the field'],
    [{ spec: { waiter: t.string() } }, 'shared.spec.waiter: v2 does not declare the field'],
    [{ status: { weather: t.string() } }, 'shared.status.weather: v1 does not declare the field'],
  ])('are declared by both versions', (shared, problem) => {
    expect(() => define(shared)).toThrow(`failed to define the conversion of Cafe.example.com: ${problem}`);
  });

  it('have the same schema in both versions', () => {
    const CafeV3 = defineApi({ ...identity, version: 'v3', spec: t.object({ seats: t.integer({ minimum: 2 }) }) });
    const fromV1 = spoke(CafeV1, {
      hub: CafeV3,
      shared: { spec: { seats: spec.seats } },
      toHub: () => ({ spec: {} }),
      fromHub: () => ({ spec: { openHours: 1 } }),
    });
    expect(() => defineConversion(CafeV3, [fromV1])).toThrow(
      'shared.spec.seats: v1 and v3 declare the field differently; convert it in toHub and fromHub',
    );
  });

  it('of the example on the page convert without loss', async () => {
    const page = path.join(import.meta.dirname, '../../../docs/concepts/versions.md');
    const { bars } = (await loadExample(page, 'Share fields')) as { bars: ConversionDefinition };
    await checkRoundTrips(bars);
  });
});
