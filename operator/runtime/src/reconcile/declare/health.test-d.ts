import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { defineSettings } from '../../base/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';

const Shop = defineApi({ group: 'example.com', version: 'v1', kind: 'Shop', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);

describe('a check of health', () => {
  it('gets the injected dependencies and the settings', () => {
    defineController(Shop, {
      settings: defineSettings({ tables: { type: 'integer', default: 3, description: '' } }),
      uses: { door: () => Promise.resolve({ open: true }) },
      health: {
        door({ door, settings }) {
          expectTypeOf(door).toEqualTypeOf<{ open: boolean }>();
          expectTypeOf(settings).toEqualTypeOf<{ readonly tables: number }>();
          return door.open || 'shut';
        },
        // @ts-expect-error `window` is not declared
        window: ({ window }) => Boolean(window) || 'shut',
      },
      reconcile,
    });
  });

  it('is synchronous, and returns why it failed', () => {
    // @ts-expect-error a check is synchronous
    defineController(Shop, { health: { door: () => Promise.resolve(true) }, reconcile });
    // @ts-expect-error -- it returns no reason
    defineController(Shop, { health: { door: () => false }, reconcile });
  });
});
