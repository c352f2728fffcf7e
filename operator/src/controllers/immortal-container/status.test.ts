import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Pod } from '@kubewright/runtime';
import { ordinalAnnotation } from './desired.ts';
import { countOf, nextOrdinal, statusFor } from './status.ts';
import { someContainer, somePod } from './testing/some-pods.ts';

const container = someContainer();
type PodStatus = NonNullable<Pod['status']>;

/** `status reason: message` of Ready. */
function ready(pod: Pod | undefined, of = container): string {
  const [condition, ...others] = statusFor(of, pod, 1).conditions ?? [];
  expect(others).toEqual([]);
  return `${condition?.status ?? ''} ${condition?.reason ?? ''}: ${condition?.message ?? ''}`;
}

const podWith = (status: PodStatus): Pod => somePod(container, 1, { status });
const inState = (state: object): PodStatus => ({
  phase: 'Pending',
  containerStatuses: [
    { name: 'sidecar', image: '', imageID: '', ready: false, restartCount: 0, state: { waiting: { reason: 'Other' } } },
    { name: 'acontainer', image: '', imageID: '', ready: false, restartCount: 0, state },
  ],
});

describe('the status', () => {
  it('IC-T7 names the existing Pod, and has the count', () => {
    expect(statusFor(container, somePod(container, 3), 3)).toMatchObject({
      currentPod: 'phoenix-immortalpod',
      startTimes: 3,
    });
  });

  it('IC-T9 BUG-IC-6 names no Pod if there is none, and has the count', () => {
    expect(statusFor(container, undefined, 3)).toMatchObject({ currentPod: '', startTimes: 3 });
    expect(ready(undefined)).toBe(
      'False PodMissing: Pod default/phoenix-immortalpod does not exist and is being created.',
    );
  });

  it('is Ready with a Pod that is Ready', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    expect(ready(podWith({ phase: 'Running', conditions }))).toBe(
      'True Ready: Pod default/phoenix-immortalpod is ready.',
    );
  });

  it('is Ready only by the condition of the Pod, whatever its phase is', () => {
    const unready = podWith({ phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] });
    expect(ready(unready)).toMatch(/^False PodNotReady/);
    expect(ready(podWith({ conditions: [{ type: 'Ready', status: 'True' }] }))).toMatch(/^True/);
  });

  it.each<[string, PodStatus, string]>([
    ['nothing known of it', {}, 'its phase is Pending'],
    ['a container that runs and is not ready', { phase: 'Running' }, 'its phase is Running'],
    [
      'the condition Ready=False',
      { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] },
      'its phase is Running',
    ],
    ['an image that cannot be pulled', inState({ waiting: { reason: 'ImagePullBackOff' } }), 'ImagePullBackOff'],
    ['a container that has ended', inState({ terminated: { exitCode: 1, reason: 'Error' } }), 'Error'],
    [
      'no node for it',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
      'Unschedulable',
    ],
  ])('is not Ready with a Pod that was only created, with %s', (_what, status, why) => {
    expect(ready(podWith(status))).toBe(`False PodNotReady: Pod default/phoenix-immortalpod is not ready: ${why}.`);
  });

  it('BUG-IC-6 is not Ready with a terminating Pod, though it still runs and is named', () => {
    const going = somePod(container, 1, {
      metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(ready(going)).toMatch(/^False PodTerminating: Pod default\/phoenix-immortalpod is terminating/);
    expect(statusFor(container, going, 1)).toMatchObject({ currentPod: 'phoenix-immortalpod' });
  });

  it.each<[PodStatus, string]>([
    [{ phase: 'Succeeded' }, 'Succeeded'],
    [{ phase: 'Failed', reason: 'Evicted' }, 'Failed: Evicted'],
  ])('BUG-IC-4 is not Ready with a Pod that has ended: %j', (status, how) => {
    expect(ready(podWith(status))).toBe(
      `False PodEnded: Pod default/phoenix-immortalpod has terminated (${how}) and is being replaced.`,
    );
  });

  it('BUG-IC-2 is not Ready with the Pod of another image', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    const other = someContainer({ spec: { image: 'nginx:2' } });
    expect(ready(podWith({ phase: 'Running', conditions }), other)).toMatch(/^False ImageChanged: /);
  });

  it('is not Ready with a Pod that was created for other settings', () => {
    const conditions = [{ type: 'Ready', status: 'True' as const }];
    const secured = someContainer({ spec: { image: 'nginx:1', securityContext: { runAsNonRoot: true } } });
    expect(ready(podWith({ phase: 'Running', conditions }), secured)).toMatch(/^False SettingsChanged: /);
  });

  it('has no message that changes by itself', () => {
    const message = 'back-off 10s restarting failed container';
    const restarting = (restartCount: number): Pod => {
      const status = inState({
        waiting: { reason: 'CrashLoopBackOff', message: `${message} ${String(restartCount)}` },
      });
      return podWith({ ...status, message: String(restartCount) });
    };
    expect(ready(restarting(1))).toBe(ready(restarting(2)));
  });
});

/** A Pod with this ordinal. */
const podOf = (ordinal: number | string | undefined): ReturnType<typeof somePod> =>
  somePod(someContainer(), 1, {
    metadata: { annotations: ordinal === undefined ? {} : { [ordinalAnnotation]: String(ordinal) } },
  });

describe('the count', () => {
  it.each([
    [0, 0],
    [4, 4],
  ])('without a Pod is the recorded one: %i', (recorded, count) => {
    expect(countOf(recorded, undefined)).toBe(count);
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
    expect(countOf(recorded, podOf(ordinal))).toBe(count);
  });

  it.each(['', '0', '-1', '05', '1.5', '1e3', 'many', '9007199254740993', undefined])(
    'ignores the ordinal %j',
    (ordinal) => {
      expect(countOf(4, podOf(ordinal))).toBe(4);
      // The Pod exists, so the count is at least one.
      expect(countOf(0, podOf(ordinal))).toBe(1);
    },
  );

  it('continues beyond 32 bits', () => {
    expect(countOf(2 ** 31 - 1, podOf(2 ** 31))).toBe(2 ** 31);
    expect(countOf(2 ** 40, podOf(2 ** 40 + 1))).toBe(2 ** 40 + 1);
  });

  it('stops at the largest number that clients can represent', () => {
    expect(nextOrdinal(4)).toBe(5);
    expect(nextOrdinal(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is never lower than the recorded one, and higher by one at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.string(), (recorded, ordinal) => {
        expect([recorded, recorded + 1]).toContain(countOf(recorded, podOf(ordinal)));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: -100, max: 200 }), (recorded, ordinal) => {
        expect(countOf(recorded, podOf(ordinal))).toBe(ordinal === recorded + 1 ? ordinal : recorded);
      }),
    );
  });
});
