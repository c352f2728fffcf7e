import { column, defineApi, t, type ResourceOf } from '@kubewright/runtime';

import { cafeStatus } from './cafe-status.ts';

/** A café in release 1: `openFor` is a string, and each café has one waiter. */
export const CafeV1 = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  description: 'A place that serves coffee.',
  spec: t.object({
    openFor: t.string({
      pattern: '^([0-9]{1,2}h)?([0-9]{1,3}m)?$',
      minLength: 2,
      description: 'How long it is open each day: "8h", "2h30m", "150m".',
    }),
    guests: t.integer({ minimum: 1, maximum: 500, description: 'How many guests can sit.' }),
    waiter: t.optional(t.string({ maxLength: 60, description: 'Who serves.' })),
  }),
  status: t.object({ ...cafeStatus, conditions: t.conditions() }),
  columns: [column('Open For', '.spec.openFor'), column('Guests', '.spec.guests', { type: 'integer' })],
});

export type CafeV1 = ResourceOf<typeof CafeV1>;
