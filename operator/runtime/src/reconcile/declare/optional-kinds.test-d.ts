import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { type ContextOf, defineDependencies } from './define-dependencies.ts';
import { allOf, edits, owns, type OwnsOptions, reads, watches } from './dependencies.ts';
import type { IndexedReads, Owns, OwnsAndDeletes, Reads } from './handle-types.ts';
import { named } from './named-by.ts';

const Site = defineApi({ group: 'example.com', version: 'v1', kind: 'Site', spec: t.object({}) });
const isOptional = Math.random() > 0.5;
const options: OwnsOptions<ConfigMap> = {};

describe('the handle of an optional kind', () => {
  const dependencies = defineDependencies({
    owns: {
      owned: owns(ConfigMap, { optional: true }),
      deleted: owns(ConfigMap, { optional: true, delete: true }),
      always: owns(ConfigMap, { optional: false, delete: true }),
      perhaps: owns(ConfigMap, { optional: isOptional }),
      unknown: owns(ConfigMap, options),
    },
    reads: {
      read: reads(ConfigMap, { optional: true }),
      indexed: reads(ConfigMap, { optional: true, indexes: { app: () => 'a' } }),
      known: reads(ConfigMap, { labelSelector: 'a' }),
      maybe: reads(ConfigMap, { optional: isOptional }),
    },
    watches: {
      watched: watches(ConfigMap, allOf(Site), { optional: true }),
      seen: watches(ConfigMap, allOf(Site), { optional: false }),
    },
  });
  type Handles = ContextOf<typeof Site, typeof dependencies>;

  it('may be undefined, unless the declaration says otherwise', () => {
    expectTypeOf(dependencies.owns).toHaveProperty('owned');
    expectTypeOf<Handles['owned']>().toEqualTypeOf<Owns<ConfigMap> | undefined>();
    expectTypeOf<Handles['deleted']>().toEqualTypeOf<OwnsAndDeletes<ConfigMap> | undefined>();
    expectTypeOf<Handles['always']>().toEqualTypeOf<OwnsAndDeletes<ConfigMap>>();
    expectTypeOf<Handles['read']>().toEqualTypeOf<Reads<ConfigMap> | undefined>();
    expectTypeOf<Handles['indexed']>().toEqualTypeOf<IndexedReads<ConfigMap, 'app'> | undefined>();
    expectTypeOf<Handles['known']>().toEqualTypeOf<Reads<ConfigMap>>();
    expectTypeOf<Handles['watched']>().toEqualTypeOf<Reads<ConfigMap> | undefined>();
    expectTypeOf<Handles['seen']>().toEqualTypeOf<Reads<ConfigMap>>();
  });

  it('may be undefined if only the process knows whether the kind is optional', () => {
    expectTypeOf<Handles['perhaps']>().toEqualTypeOf<Owns<ConfigMap> | undefined>();
    expectTypeOf<Handles['unknown']>().toEqualTypeOf<Owns<ConfigMap> | undefined>();
    expectTypeOf<Handles['maybe']>().toEqualTypeOf<Reads<ConfigMap> | undefined>();
  });

  it('must be checked before it is used', () => {
    defineController(Site, {
      owns: { maps: owns(ConfigMap, { optional: true }) },
      async reconcile({ metadata: { name } }, { maps }) {
        // @ts-expect-error -- it is possibly undefined
        await maps.apply({ metadata: { name } });
        await maps?.apply({ metadata: { name } });
        return awaitChange;
      },
    });
  });

  it('has options of the right type', () => {
    // @ts-expect-error -- not a boolean
    owns(ConfigMap, { optional: 'yes' });
    // @ts-expect-error -- not a boolean
    reads(ConfigMap, { optional: 1 });
  });

  it('does not exist for edits and named objects', () => {
    // @ts-expect-error -- `edits` cannot be optional: its handle would not show that the kind is missing
    edits(ConfigMap, { optional: true });
    // @ts-expect-error -- `named` cannot be optional: its handle would not show that the kind is missing
    reads(ConfigMap, named(Site, ['a']), { optional: true });
    // @ts-expect-error -- `named` cannot be optional: its handle would not show that the kind is missing
    watches(ConfigMap, named(Site, ['a']), { optional: true });
  });
});
