import { describe, expectTypeOf, it } from 'vitest';

import type { ConfigMap, Deployment, Secret, Service } from '../../kinds/index.ts';
import type { Desired } from './handle-types.ts';

type SpecOf<T> = T extends { readonly spec?: infer S } ? NonNullable<S> : never;

describe('Desired', () => {
  it('requires only a name', () => {
    expectTypeOf<{ metadata: { name: string } }>().toExtend<Desired<Deployment>>();
    expectTypeOf<{ spec: object }>().not.toExtend<Desired<Deployment>>();
    expectTypeOf<{ metadata: { namespace: string } }>().not.toExtend<Desired<ConfigMap>>();
  });

  it('can be any part of the object, at any depth', () => {
    expectTypeOf<{ replicas: number }>().toExtend<SpecOf<Desired<Deployment>>>();
    expectTypeOf<{ template: { spec: { hostNetwork: boolean } } }>().toExtend<SpecOf<Desired<Deployment>>>();
    expectTypeOf<{ replicas: string }>().not.toExtend<SpecOf<Desired<Deployment>>>();
  });

  it('has whole items in lists, because they are merged by their keys', () => {
    expectTypeOf<{ ports: { port: number }[] }>().toExtend<SpecOf<Desired<Service>>>();
    expectTypeOf<{ ports: { nodePort: number }[] }>().not.toExtend<SpecOf<Desired<Service>>>();
  });

  it('accepts null for an optional scalar or a list of scalars, but not for objects and other lists', () => {
    type Pod = NonNullable<NonNullable<SpecOf<Desired<Deployment>>['template']>['spec']>;
    type Container = NonNullable<Pod['containers']>[number];
    expectTypeOf<{ name: 'a'; args: null; workingDir: null }>().toExtend<Container>();
    expectTypeOf<{ hostNetwork: null }>().toExtend<Pod>();
    expectTypeOf<{ name: null }>().not.toExtend<Container>();
    expectTypeOf<{ name: 'a'; ports: null }>().not.toExtend<Container>();
    expectTypeOf<{ securityContext: null }>().not.toExtend<Pod>();
    expectTypeOf<{ volumes: null }>().not.toExtend<Pod>();
  });

  it('has no field that only the cluster or the runtime sets', () => {
    expectTypeOf<Desired<Deployment>>().not.toHaveProperty('status');
    expectTypeOf<Desired<Deployment>>().not.toHaveProperty('kind');
    expectTypeOf<Desired<Deployment>['metadata']>().not.toHaveProperty('ownerReferences');
    expectTypeOf<Desired<Deployment>['metadata']>().not.toHaveProperty('uid');
  });

  it('accepts the data of a Secret only as it is stored: drift of stringData could not be detected', () => {
    expectTypeOf<Desired<Secret>>().toHaveProperty('data');
    expectTypeOf<Desired<Secret>>().not.toHaveProperty('stringData');
  });
});
