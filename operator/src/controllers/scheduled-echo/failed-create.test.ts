import { describe, expect, it } from 'vitest';

import type { CronJob, Event } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { jobEvents } from '../parts/testing/job-events.ts';
import { failedCreateOf, scheduledEchoOf } from './failed-create.ts';

const name = 'hello-29921542';
const uid = 'of-the-run';

function cronJob(...active: readonly string[]): CronJob {
  const { metadata } = someObject({ name: 'hello' });
  const spec = { schedule: '* * * * *', suspend: false, jobTemplate: {} };
  const references = active.map((one) => ({ name, uid: one }));
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec, status: { active: references } };
}

function event(reason: string, second = 7, of = uid): Event {
  const { metadata } = someObject({ name: 'an-event' });
  const note = reason === 'FailedCreate' ? `Error creating: pods "${name}-x7k2p" is forbidden` : 'Created pod';
  return {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, reason, note, eventTime: null },
    deprecatedLastTimestamp: `2026-01-01T00:00:0${String(second)}Z`,
    regarding: { namespace: 'default', name, uid: of },
  };
}

describe('why the run of a CronJob has no Pod', () => {
  it('is the message of the newest event of its Job', () => {
    const words = `pods "${name}-*" is forbidden`;
    expect(failedCreateOf(cronJob(uid), jobEvents(event('FailedCreate')))).toBe(`CronJob default/hello: ${words}`);
    expect(failedCreateOf(cronJob(uid), jobEvents(event('SuccessfulCreate', 6), event('FailedCreate')))).toBe(
      `CronJob default/hello: ${words}`,
    );
  });

  it('is undefined once the Job has created a Pod', () => {
    expect(
      failedCreateOf(cronJob(uid), jobEvents(event('SuccessfulCreate', 8), event('FailedCreate'))),
    ).toBeUndefined();
  });

  it('is undefined if no run is active', () => {
    expect(failedCreateOf(cronJob(), jobEvents(event('FailedCreate')))).toBeUndefined();
    const { status: _none, ...fresh } = cronJob();
    expect(failedCreateOf(fresh, jobEvents(event('FailedCreate')))).toBeUndefined();
  });

  it('is not taken from events of another Job', () => {
    expect(failedCreateOf(cronJob(uid), jobEvents(event('FailedCreate', 7, 'of-another')))).toBeUndefined();
  });
});

it('an event about a Job of a CronJob enqueues the ScheduledEcho with the name of the Job without `-<minutes>`', () => {
  expect(scheduledEchoOf(event('any'))).toEqual([{ namespace: 'default', name: 'hello' }]);
  const { regarding: _regarding, ...without } = event('any');
  expect(scheduledEchoOf(without)).toEqual([]);
  expect(scheduledEchoOf({ ...without, regarding: { namespace: 'default', name: 'hello' } })).toEqual([]);
});
