import { describe, expectTypeOf, it } from 'vitest';

import type { ConfigMap, Deployment, Secret, Service } from '../../kinds/index.ts';
import type { Desired } from './handle-types.ts';

type SpecOf<T> = T extends { readonly spec?: infer S } ? NonNullable<S> : never;

describe('Desired', () => {
  it('needs a name and nothing else', () => {
    expectTypeOf<{ metadata: { name: string } }>().toExtend<Desired<Deployment>>();
    expectTypeOf<{ spec: object }>().not.toExtend<Desired<Deployment>>();
    expectTypeOf<{ metadata: { namespace: string } }>().not.toExtend<Desired<ConfigMap>>();
  });

  it('is any part of the object, at any depth', () => {
    expectTypeOf<{ replicas: number }>().toExtend<SpecOf<Desired<Deployment>>>();
    expectTypeOf<{ template: { spec: { hostNetwork: boolean } } }>().toExtend<SpecOf<Desired<Deployment>>>();
    expectTypeOf<{ replicas: string }>().not.toExtend<SpecOf<Desired<Deployment>>>();
  });

  it('has whole items in lists, or they could not be merged', () => {
    expectTypeOf<{ ports: { port: number }[] }>().toExtend<SpecOf<Desired<Service>>>();
    expectTypeOf<{ ports: { nodePort: number }[] }>().not.toExtend<SpecOf<Desired<Service>>>();
  });

  it('keeps an optional scalar, or a list of scalars, unset by null; nothing that others may fill in parts', () => {
    type Pod = NonNullable<NonNullable<SpecOf<Desired<Deployment>>['template']>['spec']>;
    type Container = NonNullable<Pod['containers']>[number];
    expectTypeOf<{ name: 'a'; args: null; workingDir: null }>().toExtend<Container>();
    expectTypeOf<{ hostNetwork: null }>().toExtend<Pod>();
    expectTypeOf<{ name: null }>().not.toExtend<Container>();
    expectTypeOf<{ name: 'a'; ports: null }>().not.toExtend<Container>();
    expectTypeOf<{ securityContext: null }>().not.toExtend<Pod>();
    expectTypeOf<{ volumes: null }>().not.toExtend<Pod>();
  });

  it('asks for nothing that is the cluster’s or the runtime’s', () => {
    expectTypeOf<Desired<Deployment>>().not.toHaveProperty('status');
    expectTypeOf<Desired<Deployment>>().not.toHaveProperty('kind');
    expectTypeOf<Desired<Deployment>['metadata']>().not.toHaveProperty('ownerReferences');
    expectTypeOf<Desired<Deployment>['metadata']>().not.toHaveProperty('uid');
  });

  it('asks for the data of a Secret only as it is stored: a change of stringData could not be seen', () => {
    expectTypeOf<Desired<Secret>>().toHaveProperty('data');
    expectTypeOf<Desired<Secret>>().not.toHaveProperty('stringData');
  });
});
