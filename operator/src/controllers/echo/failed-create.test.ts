import { describe, expect, it } from 'vitest';

import type { Event, Job } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { jobEvents } from '../parts/testing/job-events.ts';
import { echoOf, failedCreateOf } from './failed-create.ts';

const name = 'hello-world';
const { metadata } = someObject({ name });

function job(status: Job['status'] = {}, spec: Partial<Job['spec']> = {}): Job {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { template: {}, ...spec }, status };
}

const refused = (pod: string): string =>
  `Error creating: pods "${pod}" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0`;

function podCreated(at: string): Event {
  return { ...event('Created pod: any', at), reason: 'SuccessfulCreate' };
}

function event(note: string, at = '2026-01-01T00:00:07Z', uid = metadata.uid): Event {
  const { metadata: ofEvent } = someObject({ name: 'an-event' });
  const regarding = { namespace: 'default', name, uid };
  return {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: ofEvent, reason: 'FailedCreate' },
    ...{ eventTime: null, deprecatedLastTimestamp: at, note, regarding },
  };
}

describe('why a Job has no Pod', () => {
  it('is the message of its event, without the name of a Pod that was never created', () => {
    expect(failedCreateOf(job(), jobEvents(event(refused(`${name}-x7k2p`))))).toBe(
      'Job default/hello-world: pods "hello-world-*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0',
    );
  });

  it('is the message of its newest event', () => {
    const events = [event('older', '2026-01-01T00:00:08Z'), event('newest', '2026-01-01T00:00:09Z'), event('oldest')];
    expect(failedCreateOf(job(), jobEvents(...events))).toBe('Job default/hello-world: newest');
  });

  it('is undefined once its Pod has succeeded', () => {
    expect(failedCreateOf(job({ succeeded: 1 }), jobEvents(event('before')))).toBeUndefined();
  });

  it('is undefined once it has created a Pod, also while it waits after the failure of this Pod', () => {
    const failed = job({ failed: 1 });
    expect(failedCreateOf(failed, jobEvents(podCreated('2026-01-01T00:00:08Z'), event('before')))).toBeUndefined();
    expect(failedCreateOf(failed, jobEvents(podCreated('2026-01-01T00:00:07Z'), event('before')))).toBeUndefined();
    expect(failedCreateOf(failed, jobEvents(podCreated('2026-01-01T00:00:06Z'), event('again')))).toBe(
      'Job default/hello-world: again',
    );
  });

  it('is not taken from events of an earlier Job with the same name', () => {
    expect(failedCreateOf(job(), jobEvents(event('before', undefined, 'another-uid')))).toBeUndefined();
  });

  it.each<[string, Job]>([
    ['with an active Pod', job({ active: 1 })],
    ['that is suspended', job({}, { suspend: true })],
    ['with parallelism 0', job({}, { parallelism: 0 })],
  ])('is undefined for a Job %s', (_what, one) => {
    expect(failedCreateOf(one, jobEvents(event(refused(`${name}-x7k2p`))))).toBeUndefined();
  });

  it('has no generated Pod name, even if the name of the Job is cut in it', () => {
    const long = 'a'.repeat(63);
    const ofLong = { ...job(), metadata: { ...metadata, name: long } };
    expect(failedCreateOf(ofLong, jobEvents(event(refused(`${'a'.repeat(58)}x7k2p`))))).toContain(
      `pods "${'a'.repeat(58)}*"`,
    );
  });
});

it('an event enqueues the Echo that has the name of its Job', () => {
  expect(echoOf(event('any'))).toEqual([{ namespace: 'default', name }]);
  const { regarding: _regarding, ...without } = event('any');
  expect(echoOf(without)).toEqual([]);
});
