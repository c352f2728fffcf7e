import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, type ResourceOf, t } from '../../api/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';

const Shop = defineApi({ group: 'example.com', version: 'v1', kind: 'Shop', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);

describe('periodic work', () => {
  it('gets what a trigger gets, and returns keys or nothing', () => {
    defineController(Shop, {
      uses: { store: () => ({ list: (_signal: AbortSignal) => Promise.resolve(['a']) }) },
      triggers: {
        inventory: {
          everyMs: 60_000,
          work: async ({ store, resources, signal }) => {
            expectTypeOf(resources()).toEqualTypeOf<readonly ResourceOf<typeof Shop>[]>();
            return (await store.list(signal)).map((name) => ({ namespace: 'shops', name }));
          },
        },
        sweep: {
          everyMs: 60_000,
          async work({ dryRun }) {
            expectTypeOf(dryRun).toEqualTypeOf<boolean>();
          },
        },
        async *sales({ store, signal }) {
          for (const name of await store.list(signal)) yield { name };
        },
      },
      reconcile,
    });
  });

  it('takes milliseconds, declared dependencies, and keys', () => {
    // @ts-expect-error -- a period is in milliseconds
    defineController(Shop, { triggers: { inventory: { everyMs: '1h', work: async () => [] } }, reconcile });
    const shut = { everyMs: 1, work: async (_context: { readonly store: string }) => [] };
    // @ts-expect-error -- the dependency is not declared
    defineController(Shop, { triggers: { shut }, reconcile });
    // @ts-expect-error -- a name is not a key
    defineController(Shop, { triggers: { inventory: { everyMs: 1, work: async () => ['a'] } }, reconcile });
    // @ts-expect-error -- a trigger yields keys: work that returns them needs a period
    defineController(Shop, { triggers: { inventory: async () => [{ name: 'a' }] }, reconcile });
  });
});
