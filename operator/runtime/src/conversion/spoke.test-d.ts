import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { defineConversion } from './define-conversion.ts';
import { spoke } from './spoke.ts';

const identity = { group: 'example.com', kind: 'Cafe' } as const;
const CafeV2 = defineApi({
  ...{ ...identity, version: 'v2' },
  spec: t.object({ seats: t.integer({ default: 4 }), note: t.optional(t.string()) }),
  status: t.object({ guests: t.integer() }),
});
const CafeV1 = defineApi({
  ...{ ...identity, version: 'v1' },
  spec: t.object({ tables: t.integer(), note: t.optional(t.string()) }),
  status: t.object({ visitors: t.integer() }),
});

describe('the functions of a spoke', () => {
  it('get and return the content of each version', () => {
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        toHub: ({ spec, status }) => {
          expectTypeOf(spec.tables).toEqualTypeOf<number>();
          expectTypeOf(status?.visitors).toEqualTypeOf<number | undefined>();
          return { spec: { seats: spec.tables * 4, note: spec.note }, status: status && { guests: status.visitors } };
        },
        fromHub: ({ spec, status }) => {
          expectTypeOf(spec.seats).toEqualTypeOf<number>();
          expectTypeOf(status?.guests).toEqualTypeOf<number | undefined>();
          return { spec: { tables: spec.seats / 4, note: spec.note }, status: status && { visitors: status.guests } };
        },
      }),
    ]);
  });

  it('get only declared fields, without metadata', () => {
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        // @ts-expect-error -- the spoke has no seats
        toHub: ({ spec }) => ({ spec: { seats: spec.tables, note: String(spec.seats) } }),
        fromHub: (content) => {
          expectTypeOf(content).not.toHaveProperty('metadata');
          return { spec: { tables: content.spec.seats } };
        },
      }),
    ]);
  });

  it('return the complete content of the other version', () => {
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        // @ts-expect-error -- a string is not a number
        toHub: ({ spec }) => ({ spec: { seats: String(spec.tables) } }),
        // @ts-expect-error -- `tables` is missing
        fromHub: ({ spec }) => ({ spec: { note: spec.note } }),
      }),
    ]);
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        // @ts-expect-error -- not an object
        toHub: ({ spec }) => spec.tables,
        // @ts-expect-error -- a promise: a conversion has nothing to wait for
        fromHub: async ({ spec }) => await Promise.resolve({ spec: { tables: spec.seats } }),
      }),
    ]);
  });

  it('return only declared fields, also after a spread', () => {
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        toHub: ({ spec: { tables, ...rest }, status }) => ({
          // @ts-expect-error -- Please<"this version does not declare the field">
          spec: { ...rest, seats: tables * 4, nots: 'typo' },
          // @ts-expect-error -- Please<"this version does not declare the field">
          status: { guests: 0, ...status },
        }),
        fromHub({ spec: { seats, ...rest } }) {
          if (seats === 0) return { spec: { ...rest, tables: 0 } };
          return { spec: { ...rest, tables: seats / 4 }, status: { visitors: seats } };
        },
      }),
    ]);
  });

  it('return no metadata', () => {
    defineConversion(CafeV2, [
      spoke(CafeV1, {
        // @ts-expect-error -- a conversion function cannot return metadata
        toHub: ({ spec }) => ({ spec: { seats: spec.tables }, metadata: { labels: { a: 'b' } } }),
        fromHub: ({ spec }) => ({ spec: { tables: spec.seats } }),
      }),
    ]);
  });

  it('belong to one hub, which a spoke in its own file names', () => {
    const toV2 = spoke(CafeV1, {
      hub: CafeV2,
      toHub: ({ spec }) => ({ spec: { seats: spec.tables } }),
      fromHub: ({ spec }) => ({ spec: { tables: spec.seats } }),
    });
    defineConversion(CafeV2, [toV2]);
    // @ts-expect-error -- the spoke of another hub
    defineConversion(CafeV1, [toV2]);
  });

  it('need not return shared fields', () => {
    const spec = { note: t.optional(t.string()), seats: t.integer() };
    const V1 = defineApi({ ...identity, version: 'v1', spec: t.object({ ...spec, hours: t.integer() }) });
    const V2 = defineApi({ ...identity, version: 'v2', spec: t.object({ ...spec, minutes: t.integer() }) });
    defineConversion(V2, [
      spoke(V1, {
        shared: { spec },
        toHub: (content) => {
          expectTypeOf(content.spec.seats).toEqualTypeOf<number>();
          return { spec: { minutes: content.spec.hours * 60 } };
        },
        fromHub: (content) => ({ spec: { hours: content.spec.minutes / 60 } }),
      }),
    ]);
    defineConversion(V2, [
      spoke(V1, {
        shared: { spec },
        // @ts-expect-error -- `minutes` is missing
        toHub: () => ({ spec: {} }),
        fromHub: (content) => ({ spec: { hours: content.spec.minutes / 60 } }),
      }),
    ]);
  });
});
