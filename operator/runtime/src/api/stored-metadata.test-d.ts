import { describe, expectTypeOf, it } from 'vitest';

import { type Kind, type KubeObject, onlyMetadata, type TypeOf } from '../base/index.ts';
import { Namespace, Pod } from '../kinds/index.ts';
import { defineController, owns, reads, watches, allOf } from '../reconcile/index.ts';
import { awaitChange } from '../reconcile/index.ts';
import { type Api, defineApi, type InputOf, t } from './index.ts';

const Site = defineApi({ group: 'example.com', version: 'v1', kind: 'Site', spec: t.object({}) });
const Zone = defineApi({ group: 'example.com', version: 'v1', kind: 'Zone', scope: 'Cluster', spec: t.object({}) });

type MetaOf<K extends Kind> = TypeOf<K>['metadata'];
type Namespaced = { readonly namespace: string };

describe('the metadata of a stored object', () => {
  it('has uid, resourceVersion and creationTimestamp, for any kind', () => {
    type Always = Pick<KubeObject['metadata'], 'uid' | 'resourceVersion' | 'creationTimestamp'>;
    expectTypeOf<MetaOf<typeof Site> | MetaOf<typeof Namespace> | MetaOf<typeof Pod>>().toExtend<Required<Always>>();
  });

  it('has the namespace of a namespaced kind, custom or built in', () => {
    expectTypeOf<MetaOf<typeof Site>>().toExtend<Namespaced>();
    expectTypeOf<MetaOf<typeof Pod>>().toExtend<Namespaced>();
    expectTypeOf<MetaOf<typeof Zone>>().not.toExtend<Namespaced>();
    expectTypeOf<MetaOf<typeof Namespace>>().not.toExtend<Namespaced>();
  });

  it('has the generation of a custom resource', () => {
    expectTypeOf<MetaOf<typeof Site>>().toExtend<{ readonly generation: number }>();
    expectTypeOf<MetaOf<typeof Zone>>().toExtend<{ readonly generation: number }>();
    expectTypeOf<MetaOf<typeof Pod>>().not.toExtend<{ readonly generation: number }>();
  });

  it('is the same if only metadata is requested', () => {
    expectTypeOf(onlyMetadata(Pod)).toExtend<Kind<{ metadata: MetaOf<typeof Pod> } & KubeObject>>();
    expectTypeOf(onlyMetadata(Namespace)).not.toExtend<Kind<KubeObject & { metadata: Namespaced }>>();
  });

  it('is unknown for an API in general, and not required of a user who writes an object', () => {
    expectTypeOf<MetaOf<Api>>().not.toExtend<Namespaced>();
    expectTypeOf(Site).toExtend<Api>();
    expectTypeOf(Zone).toExtend<Api>();
    expectTypeOf<{ apiVersion: string; kind: string; metadata: { name: string }; spec: object }>().toExtend<
      InputOf<typeof Site>
    >();
  });
});

it('reconcile, predicates, maps and handles get these types', () => {
  defineController(Site, {
    predicate: (before, after) => before.metadata.generation + 1 === after.metadata.generation,
    owns: {
      sites: owns(Pod, { predicate: (before, after) => before.metadata.namespace === after.metadata.namespace }),
    },
    reads: { pods: reads(Pod, { indexes: { byPlace: ({ metadata }) => metadata.namespace } }) },
    watches: {
      mapped: watches(Pod, ({ metadata: { namespace, name } }) => [{ namespace, name }]),
      all: watches(Namespace, allOf(Site)),
    },
    finalizer: {
      name: 'example.com/site',
      async cleanUp({ metadata }) {
        expectTypeOf(metadata.namespace).toEqualTypeOf<string>();
        return Promise.resolve();
      },
    },
    async reconcile({ metadata }, { sites, pods, mapped, all }) {
      expectTypeOf(metadata.namespace).toEqualTypeOf<string>();
      expectTypeOf(metadata.generation).toEqualTypeOf<number>();
      expectTypeOf(metadata.creationTimestamp).toEqualTypeOf<string>();
      const applied = await sites.apply({ metadata: { name: metadata.name } });
      for (const pod of [applied, ...sites.list(), ...pods.by('byPlace', 'a'), ...mapped.listAll()])
        expectTypeOf(pod.metadata.namespace).toEqualTypeOf<string>();
      for (const namespace of all.listAll()) expectTypeOf(namespace.metadata.uid).toEqualTypeOf<string>();
      return awaitChange;
    },
  });
});
