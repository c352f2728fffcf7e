import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, defineWebhook, t, type FieldError, type ResourceOf } from '../../runtime/src/index.ts';
import { ConfigMap } from '../../runtime/src/kinds/index.ts';
import { reviewWebhook } from './review-webhook.ts';

const Team = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Team',
  spec: t.object({ room: t.string(), seats: t.optional(t.integer()) }),
});
const webhook = defineWebhook(Team, { reads: { rooms: ConfigMap }, validate: () => [] });
const metadata = { name: 'sales', labels: { floor: 'one' } };

describe('reviewWebhook', () => {
  it('takes and returns objects of the webhook’s kind', async () => {
    const { object, errors } = await reviewWebhook(webhook, {
      object: { metadata, spec: { room: 'red' } },
      oldObject: { metadata, spec: { seats: 4 } },
      objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rooms' }, data: { red: '' } }],
    });
    expectTypeOf(object).toEqualTypeOf<ResourceOf<typeof Team> | undefined>();
    expectTypeOf(object?.spec.room).toEqualTypeOf<string | undefined>();
    expectTypeOf(errors).toEqualTypeOf<readonly FieldError[]>();
  });

  it('finds a misspelt field, unless the object has to be invalid', () => {
    void reviewWebhook(webhook, { object: { metadata } });
    // @ts-expect-error -- not a field of a Team
    void reviewWebhook(webhook, { object: { metadata, spec: { rooms: 'red' } } });
    void reviewWebhook(webhook, { object: { metadata, spec: { room: 7 } as object } });
  });
});
