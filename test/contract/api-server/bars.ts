import { defineApi, t } from '@kubewright/runtime/internal/api';
import { defineConversion, spoke, conversionError } from '@kubewright/runtime/internal/conversion';
import { invalid } from '@kubewright/runtime/internal/admission';

const bar = { group: 'contract.kubewright.dev', kind: 'Bar' } as const;

/** The version v1 of Bar: opening hours, and a waiter that v2 lacks. */
export const BarV1 = defineApi({
  ...{ ...bar, version: 'v1' },
  spec: t.object({ hours: t.integer({ minimum: 0, maximum: 30 }), waiter: t.optional(t.string()) }),
  status: t.object({ guests: t.integer() }),
});

/** The version v2 of Bar, which is stored: minutes, and a terrace that v1 lacks. */
export const BarV2 = defineApi({
  ...{ ...bar, version: 'v2' },
  spec: t.object({ minutes: t.integer({ minimum: 0 }), terrace: t.integer({ default: 2 }) }),
  status: t.object({ guests: t.integer() }),
});

export const bars = defineConversion(BarV2, [
  spoke(BarV1, {
    toHub({ spec: { hours }, status }) {
      if (hours > 24) throw conversionError(invalid('spec.hours', hours, 'a day has 24'));
      return { spec: { minutes: hours * 60, terrace: 0 }, status };
    },
    fromHub: ({ spec: { minutes }, status }) => ({ spec: { hours: Math.ceil(minutes / 60) }, status }),
  }),
]);
