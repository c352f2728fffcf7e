import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { onlyMetadata } from '../base/index.ts';
import { ConfigMap, Pod, Secret } from '../kinds/index.ts';
import { awaitChange, defineController, edits, gets, named, owns, reads, usedBy, watches } from '../reconcile/index.ts';
import { findUnboundedCaches } from './unbounded-caches.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const reconcile = async () => awaitChange;

describe('findUnboundedCaches', () => {
  it('finds each cache of every Secret or ConfigMap with its data', () => {
    const menus = usedBy(Cafe, () => ['menu']);
    const cafe = defineController(Cafe, {
      reads: { secrets: reads(Secret) },
      watches: { menus: watches(ConfigMap, menus) },
      reconcile,
    });
    expect(findUnboundedCaches([cafe])).toEqual([
      { controller: 'cafe', declared: 'reads.secrets', kind: 'Secret' },
      { controller: 'cafe', declared: 'watches.menus', kind: 'ConfigMap' },
    ]);
  });

  it('finds an edited kind', () => {
    const finalizer = { name: 'example.com/menus' } as const;
    const cafe = defineController(Cafe, { edits: { menus: edits(ConfigMap) }, finalizer, reconcile });
    expect(findUnboundedCaches([cafe])).toEqual([{ controller: 'cafe', declared: 'edits.menus', kind: 'ConfigMap' }]);
  });

  it('does not report a selection, a part, a live read, named objects, a child, or another kind', () => {
    const cafe = defineController(Cafe, {
      owns: { owned: owns(Secret) },
      reads: {
        labelled: reads(Secret, { labelSelector: 'cafe' }),
        typed: reads(Secret, { fieldSelector: 'type=Opaque' }),
        trimmed: reads(Secret, { trim: ({ data: _, ...secret }) => secret }),
        metadata: reads(onlyMetadata(Secret)),
        live: gets(Secret),
        named: reads(
          Secret,
          named(Cafe, () => ['token']),
        ),
        pods: reads(Pod),
      },
      reconcile,
    });
    expect(findUnboundedCaches([cafe])).toEqual([]);
  });
});
