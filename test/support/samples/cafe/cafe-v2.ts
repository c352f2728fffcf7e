import { column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

import { cafeStatus } from './cafe-status.ts';

/** The hub: `guests` is called `seats`, the time is a number, a café can have a terrace, and has no `waiter`. */
export const CafeV2 = defineApi({
  group: 'example.com',
  version: 'v2',
  kind: 'Cafe',
  description: 'A place that serves coffee.',
  spec: t.object({
    openMinutes: t.integer({ minimum: 0, maximum: 1440, description: 'How long it is open each day, in minutes.' }),
    seats: t.integer({ minimum: 1, maximum: 500, description: 'How many guests can sit.' }),
    terrace: t.optional(t.integer({ minimum: 1, maximum: 100, description: 'How many of them sit outside.' })),
  }),
  status: t.object({ ...cafeStatus, conditions: t.conditions() }),
  columns: [
    column('Open Minutes', '.spec.openMinutes', { type: 'integer' }),
    column('Seats', '.spec.seats', { type: 'integer' }),
    column('Terrace', '.spec.terrace', { type: 'integer' }),
  ],
});

export type CafeV2 = ResourceOf<typeof CafeV2>;
