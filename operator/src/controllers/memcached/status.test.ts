import { describe, expect, it } from 'vitest';
import fc from 'fast-check';

import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import type { Deployment } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { someDeployment, someMemcached, somePod } from './testing/some-memcached.ts';
import { listNodes, buildReplacingStatus, buildMemcachedStatus } from './status.ts';

/** The message of each condition, by `Type=status reason`. */
function formatConditions({
  conditions: stated = [],
}: ReturnType<typeof buildMemcachedStatus>): Record<string, string> {
  return Object.fromEntries(
    stated.map(({ type, ...rest }) => [type, `${rest.status} ${rest.reason}: ${rest.message}`]),
  );
}

const complete = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
const rolledOut = { type: 'Progressing', status: 'True' as const, reason: 'NewReplicaSetAvailable' };

describe('the nodes', () => {
  it('are the names of its Pods, sorted', () => {
    expect(listNodes(someMemcached(), [somePod('c'), somePod('a'), somePod('b')])).toEqual(['a', 'b', 'c']);
  });

  it('BUG-MC-1 are the same in every order of the Pods', () => {
    const pods = ['a', 'b', 'c', 'd'].map((name) => somePod(name));
    const all = listNodes(someMemcached(), pods);
    fc.assert(
      fc.property(fc.shuffledSubarray(pods, { minLength: pods.length }), (shuffled) => {
        expect(listNodes(someMemcached(), shuffled)).toEqual(all);
      }),
    );
  });

  it('BUG-MC-8 include no Pod that is terminating or has ended', () => {
    const pods = [
      somePod('ending', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      somePod('failed', {}, 'Failed'),
      somePod('succeeded', {}, 'Succeeded'),
      somePod('pending', {}, 'Pending'),
      somePod('running'),
    ];
    expect(listNodes(someMemcached(), pods)).toEqual(['pending', 'running']);
  });

  it('include no Pod of another Memcached, and no Pod without both labels', () => {
    const pods = [
      somePod('other', { labels: { app: 'memcached', memcached_cr: 'other' } }),
      somePod('half', { labels: { memcached_cr: 'cache' } }),
      somePod('bare', { labels: undefined }),
    ];
    expect(listNodes(someMemcached(), pods)).toEqual([]);
  });
});

describe('the numbers', () => {
  it('are those of the Deployment, with the selector by which autoscalers count Pods', () => {
    const deployment = someDeployment({ ...complete, replicas: 4, readyReplicas: 2 });
    expect(buildMemcachedStatus(someMemcached(), { deployment, pods: [somePod('a')] })).toMatchObject({
      nodes: ['a'],
      replicas: 4,
      readyReplicas: 2,
      selector: 'app=memcached,memcached_cr=cache',
    });
  });

  it('are 0 while the Deployment has no status', () => {
    expect(buildMemcachedStatus(someMemcached(), { deployment: someDeployment({}), pods: [] })).toMatchObject({
      nodes: [],
      replicas: 0,
      readyReplicas: 0,
    });
  });
});

describe('the conditions', () => {
  it('are those of the roll-out to the desired size, and Degraded', () => {
    expect(
      formatConditions(buildMemcachedStatus(someMemcached(), { deployment: someDeployment(complete), pods: [] })),
    ).toEqual({
      Available: 'True AllAvailable: Deployment default/cache has 3 of 3 replicas available.',
      Progressing:
        'False Complete: Deployment default/cache has successfully progressed: 3 of 3 updated, 3 of 3 available.',
      Ready: 'True Ready: Deployment default/cache has successfully progressed: 3 of 3 updated, 3 of 3 available.',
      Degraded: 'False AsExpected: Deployment default/cache has not lost replicas and its rollout is not stuck.',
    });
  });

  it('BUG-MC-14 have Ready and Available True only once the Pods are available', () => {
    const some = someDeployment({ ...complete, availableReplicas: 2 });
    expect(formatConditions(buildMemcachedStatus(someMemcached(), { deployment: some, pods: [] }))).toMatchObject({
      Available: 'False PodsMissing: Deployment default/cache has 2 of 3 replicas available.',
      Ready: 'False RollingOut: Deployment default/cache is progressing: 3 of 3 updated, 2 of 3 available.',
    });
  });

  it('are True for size 0 without Pods', () => {
    const none = formatConditions(
      buildMemcachedStatus(someMemcached({ size: 0 }), { deployment: someDeployment({}), pods: [] }),
    );
    expect(none['Ready']).toMatch(/^True/);
    expect(none['Degraded']).toMatch(/^False/);
  });

  it('are not Ready while the Service is terminating', () => {
    const service = { ...someObject({ name: 'cache' }), kind: 'Service', spec: {} };
    const terminating = { ...service, metadata: { ...service.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    const found = { deployment: someDeployment(complete), pods: [] };
    expect(buildMemcachedStatus(someMemcached(), { ...found, service })).toEqual(
      buildMemcachedStatus(someMemcached(), found),
    );
    expect(formatConditions(buildMemcachedStatus(someMemcached(), { ...found, service: terminating }))).toEqual({
      ...formatConditions(buildMemcachedStatus(someMemcached(), found)),
      Ready: 'False Replacing: Service default/cache is terminating; a new one is created once it no longer exists.',
    });
  });

  it('report that the Deployment is replaced while the one with another selector is terminating', () => {
    const status = buildReplacingStatus(someMemcached(), {
      deployment: someDeployment(complete),
      pods: [somePod('a')],
    });
    expect(status).toMatchObject({ nodes: ['a'], replicas: 3 });
    expect(formatConditions(status)).toMatchObject({
      Available: expect.stringMatching(/^True/) as string,
      Ready:
        'False Replacing: Deployment default/cache has an immutable selector from an older operator; it is deleted and created again.',
    });
  });
});

describe('Degraded', () => {
  const degraded = (memcached: Memcached, status: Deployment['status']): string =>
    formatConditions(buildMemcachedStatus(memcached, { deployment: someDeployment(status), pods: [] }))['Degraded'] ??
    '';
  const stated = (type: string, status: 'True' | 'False', observedGeneration = 2): Memcached['status'] => ({
    conditions: [{ type, status, observedGeneration, reason: 'R', message: 'M', lastTransitionTime: '' }],
  });
  const lost = { ...complete, availableReplicas: 2, conditions: [rolledOut] };

  it('is not True while the first Pods start', () => {
    expect(degraded(someMemcached(), { replicas: 3, conditions: [] })).toMatch(/^False AsExpected/);
    expect(degraded(someMemcached({}, stated('Available', 'False')), lost)).toMatch(/^False AsExpected/);
  });

  it('is True when Pods that were available no longer are', () => {
    expect(degraded(someMemcached({}, stated('Available', 'True')), lost)).toBe(
      'True PodsLost: Deployment default/cache has lost availability: 2 of 3 available.',
    );
  });

  it('stays True until enough are available again', () => {
    expect(degraded(someMemcached({}, stated('Degraded', 'True')), lost)).toMatch(/^True PodsLost/);
    expect(degraded(someMemcached({}, stated('Degraded', 'True')), { ...complete, conditions: [rolledOut] })).toBe(
      'False AsExpected: Deployment default/cache has not lost replicas and its rollout is not stuck.',
    );
  });

  it('is not True because the size was changed, or because Pods are being replaced', () => {
    expect(degraded(someMemcached({}, stated('Available', 'True', 1)), lost)).toMatch(/^False/);
    const replacing = { ...lost, conditions: [{ ...rolledOut, reason: 'ReplicaSetUpdated' }] };
    expect(degraded(someMemcached({}, stated('Available', 'True')), replacing)).toMatch(/^False/);
  });

  it('is True when the roll-out makes no progress, and when Pods cannot be created', () => {
    const exceeded = { ...rolledOut, status: 'False' as const, reason: 'ProgressDeadlineExceeded', message: 'Late.' };
    expect(degraded(someMemcached(), { ...complete, conditions: [exceeded] })).toBe(
      'True ProgressDeadlineExceeded: Deployment default/cache: Late.',
    );
    const failed = { type: 'ReplicaFailure', status: 'True' as const, reason: 'FailedCreate', message: 'Quota.' };
    expect(degraded(someMemcached(), { ...complete, conditions: [rolledOut, failed] })).toBe(
      'True FailedCreate: Deployment default/cache: Quota.',
    );
  });
});
