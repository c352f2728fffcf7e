import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import { findController, formatKey, type KubeObject, type OwnerReference } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { Owns } from '../declare/handle-types.ts';
import { createContext } from './handles.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const cafe = defineController(Cafe, {
  owns: { maps: owns(ConfigMap) },
  reconcile: () => Promise.resolve(awaitChange),
});
const namespaces = ['default', 'other'] as const;

/** A write or deletion of a child by another client, which the watch shows. */
interface Step {
  readonly name: string;
  readonly namespace: (typeof namespaces)[number];
  /** The owner references of the child after the write; `undefined` if it is deleted. */
  readonly references: readonly OwnerReference[] | undefined;
}

const reference = fc.record({
  apiVersion: fc.constant('example.com/v1'),
  kind: fc.constant('Cafe'),
  name: fc.constant('home'),
  uid: fc.constantFrom('ours', 'theirs', 'of another'),
  controller: fc.boolean(),
});
/** Generates owner references. At most one has `controller: true`, as the API server requires. */
const references = fc
  .array(reference, { maxLength: 3 })
  .map((all) => all.map((each, index) => ({ ...each, controller: each.controller && index === 0 })));
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  namespace: fc.constantFrom(...namespaces),
  references: fc.option(references, { nil: undefined, freq: 5 }),
});

/** The children that a scan of all objects finds. */
function scan(objects: Iterable<KubeObject>, namespace?: string): readonly string[] {
  return [...objects]
    .filter((child) => findController(child)?.uid === 'ours')
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
    .map(({ metadata }) => formatKey(metadata))
    .sort();
}

const formatKeys = (children: readonly KubeObject[]) => children.map(({ metadata }) => formatKey(metadata)).sort();

describe('the children of a resource', () => {
  it('are those that a scan of all objects finds, after any changes of owner references', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const key = { namespace: 'default', name: 'home' };
        const scripted = createScriptedRun({
          ownerKind: Cafe,
          owner: { spec: {}, metadata: { uid: 'ours' } },
          ownerKey: key,
        });
        const run = scripted.run();
        const context = createContext(run, cafe);
        const maps = context['maps'] as Owns<ConfigMap>;
        const objects = new Map<string, KubeObject>();
        for (const { name, namespace, references: ownerReferences } of steps) {
          const path = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
          if (ownerReferences === undefined) {
            scripted.server.delete(path);
            objects.delete(path);
          } else {
            const metadata = { name, namespace, uid: `uid-${namespace}-${name}`, ownerReferences };
            objects.set(path, scripted.server.put(path, { apiVersion: 'v1', kind: 'ConfigMap', metadata }));
          }
          scripted.watchShows(ConfigMap, { namespace, name });
          expect(formatKeys(maps.listAll())).toEqual(scan(objects.values()));
          for (const each of namespaces) expect(formatKeys(maps.list(each))).toEqual(scan(objects.values(), each));
          expect(formatKeys(maps.list())).toEqual(scan(objects.values(), 'default'));
        }
      }),
    );
  });
});
