import { describe, expect, it } from 'vitest';

import {
  awaitChange,
  checkAgain,
  type Deployment,
  type Desired,
  type KubeObject,
  type Pod,
  type Service,
} from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import type { Context } from './dependencies.ts';
import { reconcile } from './reconcile.ts';
import { judged, someDeployment, someMemcached, somePod } from './testing/some-memcached.ts';

type Status = Parameters<Context['status']['set']>[0];

interface World {
  /** What memory holds of the Deployment. */
  readonly cached?: Deployment;
  /** What only the API server knows of it. */
  readonly live?: Deployment;
  readonly pods?: readonly Pod[];
  /** Whether a deleted Deployment is gone at once. */
  readonly goesAtOnce?: boolean;
  /** Since when the Service is on its way out. */
  readonly serviceGoesSince?: string;
  /** Why the cluster does not take the Deployment. */
  readonly refusal?: Error;
}

/** Runs one reconcile; tells what was done, in order. */
async function run(memcached: Memcached, world: World = {}) {
  const calls: string[] = [];
  const stated: Status[] = [];
  let counted = 0;
  const applied = <T extends KubeObject>(kind: string, found: T) => ({
    get: () => undefined,
    list: () => [],
    listAll: () => [],
    getLive: () => Promise.resolve(undefined),
    delete: () => Promise.reject(new Error('not declared')),
    apply: (desired: Desired<T>) => {
      calls.push(`apply ${kind} ${desired.metadata.name}`);
      if (world.refusal !== undefined) return Promise.reject(world.refusal);
      return Promise.resolve(found);
    },
    keep: () => Promise.reject(new Error('not used')),
  });
  const deployment = someDeployment({ replicas: 3, updatedReplicas: 3, availableReplicas: 3, readyReplicas: 3 });
  const { serviceGoesSince: deletionTimestamp } = world;
  const { metadata } = someObject({ name: 'cache', ...(deletionTimestamp !== undefined && { deletionTimestamp }) });
  const service: Service = { apiVersion: 'v1', kind: 'Service', metadata, spec: {} };
  const pods = world.pods ?? [];
  const handles = {
    deployments: {
      ...applied('Deployment', deployment),
      get: () => world.cached,
      getLive: () => {
        calls.push('look live');
        return Promise.resolve(world.live);
      },
      delete: (name: string) => {
        calls.push(`delete Deployment ${name}`);
        return Promise.resolve(world.goesAtOnce ?? true);
      },
    },
    services: applied('Service', service),
    pods: { get: () => undefined, list: () => pods, listAll: () => pods },
    settings: { memcachedImage: 'memcached:1.6-alpine' },
    metrics: { undesiredSizes: { inc: () => void (counted += 1) } },
    status: { set: (status: Status) => void stated.push(status), save: () => Promise.resolve() },
  };
  const action = await reconcile(memcached, handles as unknown as Context).catch((error: unknown) => {
    if (error !== world.refusal) throw error;
  });
  return { action, calls, counted, stated: stated.at(-1) };
}

const ofNewestOriginal = someDeployment({}, { selector: { matchLabels: { 'app.kubernetes.io/name': 'memcached' } } });
const seen = judged(2);

describe('a reconcile', () => {
  it('makes the Deployment, states what came of it, and makes the Service', async () => {
    const { action, calls, stated } = await run(someMemcached(), { pods: [somePod('b'), somePod('a')] });
    expect(calls).toEqual(['look live', 'apply Deployment cache', 'apply Service cache']);
    expect(stated).toMatchObject({ nodes: ['a', 'b'], readyReplicas: 3 });
    expect(action).toBe(awaitChange);
  });

  it('states that it is not Ready while the Service is being deleted', async () => {
    const { stated } = await run(someMemcached(), { serviceGoesSince: '2026-01-01T00:00:00Z' });
    expect(stated?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', reason: 'Replacing' }));
  });

  it('asks the API server for nothing once its Deployment is known', async () => {
    const { calls } = await run(seen, { cached: someDeployment({}) });
    expect(calls).toEqual(['apply Deployment cache', 'apply Service cache']);
  });

  it('adopts the Deployment of an original that has our selector', async () => {
    const { calls } = await run(someMemcached(), { live: someDeployment({}) });
    expect(calls).toEqual(['look live', 'apply Deployment cache', 'apply Service cache']);
  });

  it('makes a Deployment with another selector again, in the same run if it goes at once', async () => {
    const { calls, action } = await run(someMemcached(), { live: ofNewestOriginal });
    expect(calls).toEqual(['look live', 'delete Deployment cache', 'apply Deployment cache', 'apply Service cache']);
    expect(action).toBe(awaitChange);
  });

  it('looks again while a Deployment with another selector goes, and says so', async () => {
    const { calls, action, stated } = await run(someMemcached(), { live: ofNewestOriginal, goesAtOnce: false });
    expect(calls).toEqual(['look live', 'delete Deployment cache']);
    expect(action).toEqual(checkAgain(1000));
    expect(stated?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', reason: 'Replacing' }));
  });
});

describe('the counter of undesired sizes', () => {
  it('BUG-MC-15 counts a size that somebody else has set, once', async () => {
    expect(await run(seen, { cached: someDeployment({}, { replicas: 7 }) })).toMatchObject({ counted: 1 });
  });

  it('BUG-MC-15 counts no size that the spec asks for', async () => {
    const resized = judged(1, { size: 4 });
    expect(await run(resized, { cached: someDeployment({}) })).toMatchObject({ counted: 0 });
    expect(await run(someMemcached())).toMatchObject({ counted: 0 });
  });

  it('BUG-MC-15 counts a size of somebody else once it has been put right, not as often as that is refused', async () => {
    const refusal = new Error('failed calling webhook');
    expect(await run(seen, { cached: someDeployment({}, { replicas: 7 }), refusal })).toMatchObject({ counted: 0 });
  });
});
