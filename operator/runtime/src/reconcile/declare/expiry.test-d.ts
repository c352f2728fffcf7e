import { expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { Namespace } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';

const Preview = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ ttl: t.integer() }),
});
const reconcile = () => Promise.resolve(awaitChange);

it('gets the stored object, and may return nothing', () => {
  defineController(Preview, {
    expiresAt({ metadata, spec }) {
      expectTypeOf(metadata.creationTimestamp).toEqualTypeOf<string>();
      return spec.ttl === 0 ? undefined : Date.parse(metadata.creationTimestamp) + spec.ttl;
    },
    reconcile,
  });
  defineController(Namespace, { expiresAt: ({ metadata }) => new Date(metadata.creationTimestamp), reconcile });
});

it('rejects a text', () => {
  // @ts-expect-error -- a number or a Date
  defineController(Preview, { expiresAt: ({ metadata }) => metadata.creationTimestamp, reconcile });
});
