import { describe, expectTypeOf, it } from 'vitest';

import type { KubeObject } from '../../base/index.ts';
import type { Gateway, ReconcileEnvironment, Run } from './run.ts';

describe('a reconcile', () => {
  it('reads live objects, and cannot write through the client', () => {
    type LiveReader = Run['environment']['client'];
    expectTypeOf<keyof LiveReader>().toEqualTypeOf<'resource'>();
    expectTypeOf<keyof ReturnType<LiveReader['resource']>>().toEqualTypeOf<'get' | 'list' | 'tryGet'>();
  });

  it('reads caches, and cannot write to them', () => {
    type Cached = ReturnType<ReconcileEnvironment['getCache'] | ReconcileEnvironment['getView']>;
    expectTypeOf<keyof Cached>().toEqualTypeOf<
      'kind' | 'isPresent' | 'namespaces' | 'followsNamespaces' | 'get' | 'list' | 'indexBy' | 'trim'
    >();
  });

  it('writes through its gateway, which exposes no client', () => {
    expectTypeOf<keyof Gateway>().toEqualTypeOf<'apply' | 'patch' | 'delete' | 'refresh'>();
    type Answer = Awaited<ReturnType<Gateway['apply'] | Gateway['patch']>>;
    expectTypeOf<Answer['held']>().toEqualTypeOf<KubeObject>();
  });
});
