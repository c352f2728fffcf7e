import { expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import type { PermittedClient } from '../../client/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);
const logs = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] };

it('a permission has a reason', () => {
  // @ts-expect-error -- reviewers need the reason
  defineController(Cafe, { permissions: [logs], reconcile });
});

it('the client is in the argument of factories, and not in the context', () => {
  defineController(Cafe, {
    permissions: [{ ...logs, reason: 'copies the logs' }],
    uses: {
      reader: ({ client }) => {
        expectTypeOf(client).toEqualTypeOf<PermittedClient>();
        return client;
      },
    },
    reconcile(_, context) {
      expectTypeOf(context.reader).toEqualTypeOf<PermittedClient>();
      // @ts-expect-error -- only what a factory returns is in the context
      expectTypeOf(context.client).toBeAny();
      return reconcile();
    },
  });
});
