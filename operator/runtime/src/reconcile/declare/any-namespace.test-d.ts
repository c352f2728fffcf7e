import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { owns } from './dependencies.ts';
import type { OwnsInAnyNamespace } from './handle-types.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const maps = owns(ConfigMap, { anyNamespace: true, delete: true });
const reconcile = () => Promise.resolve(awaitChange);

describe('children in any namespace', () => {
  it('have a handle whose calls name the namespace', () => {
    defineController(Cafe, {
      owns: { maps },
      finalizer: { name: 'example.com/copies' },
      async reconcile(_, context) {
        expectTypeOf(context.maps).toEqualTypeOf<OwnsInAnyNamespace<ConfigMap>>();
        await context.maps.apply({ metadata: { name: 'a', namespace: 'b' }, data: { c: 'd' } });
        // @ts-expect-error -- the namespace is missing
        await context.maps.apply({ metadata: { name: 'a' } });
        // @ts-expect-error -- the namespace is missing
        await context.maps.delete('a');
        // @ts-expect-error -- the namespace is missing
        context.maps.get('a');
        // @ts-expect-error -- a misspelt field
        await context.maps.apply({ metadata: { name: 'a', namespace: 'b' }, date: {} });
        return awaitChange;
      },
    });
  });

  it('are deleted by the runtime, so only then cleanUp is optional', () => {
    defineController(Cafe, {
      owns: { maps },
      finalizer: {
        name: 'example.com/copies',
        cleanUp: async ({ metadata }, context) => {
          expectTypeOf(metadata.uid).toEqualTypeOf<string>();
          expectTypeOf(context.maps).toEqualTypeOf<OwnsInAnyNamespace<ConfigMap>>();
          await Promise.resolve();
        },
      },
      reconcile,
    });
    // @ts-expect-error -- without children in any namespace, a finalizer needs `cleanUp`
    defineController(Cafe, { owns: { maps: owns(ConfigMap) }, finalizer: { name: 'example.com/copies' }, reconcile });
  });
});
