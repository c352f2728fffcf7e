import { describe, expect, it } from 'vitest';

import type { Event, Job } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { buildJobEvents } from '../parts/testing/job-events.ts';
import { mapToEcho, findFailedCreate } from './failed-create.ts';

const name = 'hello-world';
const { metadata } = someObject({ name });

function buildJob(status: Job['status'] = {}, spec: Partial<Job['spec']> = {}): Job {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: {}, ...spec }, status };
}

const formatQuotaError = (pod: string): string =>
  `Error creating: pods "${pod}" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0`;

function buildPodCreatedEvent(at: string): Event {
  return { ...buildEvent('Created pod: any', at), reason: 'SuccessfulCreate' };
}

function buildEvent(note: string, at = '2026-01-01T00:00:07Z', uid = metadata.uid): Event {
  const { metadata: ofEvent } = someObject({ name: 'an-event' });
  const regarding = { namespace: 'default', name, uid };
  return {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: ofEvent, reason: 'FailedCreate' },
    ...{ eventTime: null, deprecatedLastTimestamp: at, note, regarding },
  };
}

describe('why a Job has no Pod', () => {
  it('is the message of its event, without the name of a Pod that was never created', () => {
    expect(findFailedCreate(buildJob(), buildJobEvents(buildEvent(formatQuotaError(`${name}-x7k2p`))))).toBe(
      'Job default/hello-world: pods "hello-world-*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0',
    );
  });

  it('is the message of its newest event', () => {
    const events = [
      buildEvent('older', '2026-01-01T00:00:08Z'),
      buildEvent('newest', '2026-01-01T00:00:09Z'),
      buildEvent('oldest'),
    ];
    expect(findFailedCreate(buildJob(), buildJobEvents(...events))).toBe('Job default/hello-world: newest');
  });

  it('is undefined once its Pod has succeeded', () => {
    expect(findFailedCreate(buildJob({ succeeded: 1 }), buildJobEvents(buildEvent('before')))).toBeUndefined();
  });

  it('is undefined once it has created a Pod, even while it waits after the failure of this Pod', () => {
    const failed = buildJob({ failed: 1 });
    expect(
      findFailedCreate(failed, buildJobEvents(buildPodCreatedEvent('2026-01-01T00:00:08Z'), buildEvent('before'))),
    ).toBeUndefined();
    expect(
      findFailedCreate(failed, buildJobEvents(buildPodCreatedEvent('2026-01-01T00:00:07Z'), buildEvent('before'))),
    ).toBeUndefined();
    expect(
      findFailedCreate(failed, buildJobEvents(buildPodCreatedEvent('2026-01-01T00:00:06Z'), buildEvent('again'))),
    ).toBe('Job default/hello-world: again');
  });

  it('is not taken from events of an earlier Job with the same name', () => {
    expect(
      findFailedCreate(buildJob(), buildJobEvents(buildEvent('before', undefined, 'another-uid'))),
    ).toBeUndefined();
  });

  it.each<[string, Job]>([
    ['with an active Pod', buildJob({ active: 1 })],
    ['that is suspended', buildJob({}, { suspend: true })],
    ['with parallelism 0', buildJob({}, { parallelism: 0 })],
  ])('is undefined for a Job %s', (_what, one) => {
    expect(findFailedCreate(one, buildJobEvents(buildEvent(formatQuotaError(`${name}-x7k2p`))))).toBeUndefined();
  });

  it('has no generated Pod name, even if it contains only the start of a long Job name', () => {
    const long = 'a'.repeat(63);
    const ofLong = { ...buildJob(), metadata: { ...metadata, name: long } };
    expect(findFailedCreate(ofLong, buildJobEvents(buildEvent(formatQuotaError(`${'a'.repeat(58)}x7k2p`))))).toContain(
      `pods "${'a'.repeat(58)}*"`,
    );
  });
});

it('an event enqueues the Echo that has the name of its Job', () => {
  expect(mapToEcho(buildEvent('any'))).toEqual([{ namespace: 'default', name }]);
  const { regarding: _regarding, ...without } = buildEvent('any');
  expect(mapToEcho(without)).toEqual([]);
});
