import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Pod } from '@kubewright/runtime';
import { ordinalAnnotation } from './desired.ts';
import { countStarts, nextOrdinal, buildContainerStatus } from './status.ts';
import { someContainer, somePod } from './testing/some-pods.ts';

const container = someContainer();
type PodStatus = NonNullable<Pod['status']>;

/** Returns the condition Ready as `status reason: message`. */
function readReady(pod: Pod | undefined, of = container): string {
  const [condition, ...others] = buildContainerStatus(of, pod, 1).conditions ?? [];
  expect(others).toEqual([]);
  return `${condition?.status ?? ''} ${condition?.reason ?? ''}: ${condition?.message ?? ''}`;
}

const buildPod = (status: PodStatus): Pod => somePod(container, 1, { status });
const buildStatusInState = (state: object): PodStatus => ({
  phase: 'Pending',
  containerStatuses: [
    { name: 'sidecar', image: '', imageID: '', ready: false, restartCount: 0, state: { waiting: { reason: 'Other' } } },
    { name: 'acontainer', image: '', imageID: '', ready: false, restartCount: 0, state },
  ],
});

describe('the status', () => {
  it('IC-T7 names the existing Pod, and has the count', () => {
    expect(buildContainerStatus(container, somePod(container, 3), 3)).toMatchObject({
      currentPod: 'phoenix-immortalpod',
      startTimes: 3,
    });
  });

  it('IC-T9 BUG-IC-6 names no Pod without a Pod, and has the count', () => {
    expect(buildContainerStatus(container, undefined, 3)).toMatchObject({ currentPod: '', startTimes: 3 });
    expect(readReady(undefined)).toBe(
      'False PodMissing: Pod default/phoenix-immortalpod does not exist and is being created.',
    );
  });

  it('is Ready with a Pod that is Ready', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    expect(readReady(buildPod({ phase: 'Running', conditions }))).toBe(
      'True Ready: Pod default/phoenix-immortalpod is ready.',
    );
  });

  it('is Ready only by the condition of the Pod, regardless of its phase', () => {
    const unready = buildPod({ phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] });
    expect(readReady(unready)).toMatch(/^False PodNotReady/);
    expect(readReady(buildPod({ conditions: [{ type: 'Ready', status: 'True' }] }))).toMatch(/^True/);
  });

  it.each<[string, PodStatus, string]>([
    ['nothing known of it', {}, 'the phase of the Pod is Pending'],
    ['a container that runs and is not ready', { phase: 'Running' }, 'the phase of the Pod is Running'],
    [
      'the condition Ready=False',
      { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] },
      'the phase of the Pod is Running',
    ],
    [
      'an image that cannot be pulled',
      buildStatusInState({ waiting: { reason: 'ImagePullBackOff' } }),
      'ImagePullBackOff',
    ],
    ['a container that has ended', buildStatusInState({ terminated: { exitCode: 1, reason: 'Error' } }), 'Error'],
    [
      'no node for it',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
      'Unschedulable',
    ],
  ])('is not Ready with a Pod that was only created, with %s', (_what, status, why) => {
    expect(readReady(buildPod(status))).toBe(
      `False PodNotReady: Pod default/phoenix-immortalpod is not ready: ${why}.`,
    );
  });

  it('BUG-IC-6 is not Ready with a terminating Pod, though it still runs and is named', () => {
    const going = somePod(container, 1, {
      metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(readReady(going)).toMatch(/^False PodTerminating: Pod default\/phoenix-immortalpod is terminating/);
    expect(buildContainerStatus(container, going, 1)).toMatchObject({ currentPod: 'phoenix-immortalpod' });
  });

  it.each<[PodStatus, string]>([
    [{ phase: 'Succeeded' }, 'Succeeded'],
    [{ phase: 'Failed', reason: 'Evicted' }, 'Failed: Evicted'],
  ])('BUG-IC-4 is not Ready with a Pod that has ended: %j', (status, how) => {
    expect(readReady(buildPod(status))).toBe(
      `False PodEnded: Pod default/phoenix-immortalpod has terminated (${how}) and is being replaced.`,
    );
  });

  it('BUG-IC-2 is not Ready with the Pod of another image', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    const other = someContainer({ spec: { image: 'nginx:2' } });
    expect(readReady(buildPod({ phase: 'Running', conditions }), other)).toMatch(/^False ImageChanged: /);
  });

  it('is not Ready with a Pod that was created for other settings', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    const secured = someContainer({ spec: { image: 'nginx:1', securityContext: { runAsNonRoot: true } } });
    expect(readReady(buildPod({ phase: 'Running', conditions }), secured)).toMatch(/^False SettingsChanged: /);
  });

  it('has no message that changes by itself', () => {
    const message = 'back-off 10s restarting failed container';
    const restarting = (restartCount: number): Pod => {
      const status = buildStatusInState({
        waiting: { reason: 'CrashLoopBackOff', message: `${message} ${String(restartCount)}` },
      });
      return buildPod({ ...status, message: String(restartCount) });
    };
    expect(readReady(restarting(1))).toBe(readReady(restarting(2)));
  });
});

const buildPodWithOrdinal = (ordinal: number | string | undefined): ReturnType<typeof somePod> =>
  somePod(someContainer(), 1, {
    metadata: { annotations: ordinal === undefined ? {} : { [ordinalAnnotation]: String(ordinal) } },
  });

describe('the count', () => {
  it.each([
    [0, 0],
    [4, 4],
  ])('without a Pod is the recorded one: %i', (recorded, count) => {
    expect(countStarts(recorded, undefined)).toBe(count);
  });

  it.each([
    ['as it is recorded', { recorded: 4, ordinal: 4, count: 4 }],
    ['one ahead of the record: the process ended before it was written', { recorded: 4, ordinal: 5, count: 5 }],
    ['the first, of which nothing was written', { recorded: 0, ordinal: 1, count: 1 }],
    ['further ahead than it can be: an edit', { recorded: 4, ordinal: 6, count: 4 }],
    ['far ahead: an edit', { recorded: 4, ordinal: 1000, count: 4 }],
    ['behind: an edit', { recorded: 4, ordinal: 3, count: 4 }],
    ['any, if the status was emptied', { recorded: 0, ordinal: 12, count: 12 }],
  ])('BUG-IC-1 follows an ordinal that is %s', (_what, { recorded, ordinal, count }) => {
    expect(countStarts(recorded, buildPodWithOrdinal(ordinal))).toBe(count);
  });

  it.each(['', '0', '-1', '05', '1.5', '1e3', 'many', '9007199254740993', undefined])(
    'ignores the ordinal %j',
    (ordinal) => {
      expect(countStarts(4, buildPodWithOrdinal(ordinal))).toBe(4);
      // The Pod exists, so the count is at least one.
      expect(countStarts(0, buildPodWithOrdinal(ordinal))).toBe(1);
    },
  );

  it('continues beyond 32 bits', () => {
    expect(countStarts(2 ** 31 - 1, buildPodWithOrdinal(2 ** 31))).toBe(2 ** 31);
    expect(countStarts(2 ** 40, buildPodWithOrdinal(2 ** 40 + 1))).toBe(2 ** 40 + 1);
  });

  it('stops at the largest number that clients can represent', () => {
    expect(nextOrdinal(4)).toBe(5);
    expect(nextOrdinal(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is never lower than the recorded one, and higher by one at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.string(), (recorded, ordinal) => {
        expect([recorded, recorded + 1]).toContain(countStarts(recorded, buildPodWithOrdinal(ordinal)));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: -100, max: 200 }), (recorded, ordinal) => {
        expect(countStarts(recorded, buildPodWithOrdinal(ordinal))).toBe(ordinal === recorded + 1 ? ordinal : recorded);
      }),
    );
  });
});
