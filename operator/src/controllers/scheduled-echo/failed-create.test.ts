import { describe, expect, it } from 'vitest';

import type { CronJob, Event } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { buildJobEvents } from '../parts/testing/job-events.ts';
import { findFailedCreate, mapToScheduledEcho } from './failed-create.ts';

const name = 'hello-29921542';
const uid = 'of-the-run';

function buildCronJob(...active: readonly string[]): CronJob {
  const { metadata } = someObject({ name: 'hello' });
  const spec = { schedule: '* * * * *', suspend: false, jobTemplate: {} };
  const references = active.map((one) => ({ name, uid: one }));
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec, status: { active: references } };
}

function buildEvent(reason: string, second = 7, of = uid): Event {
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
    expect(findFailedCreate(buildCronJob(uid), buildJobEvents(buildEvent('FailedCreate')))).toBe(
      `CronJob default/hello: ${words}`,
    );
    expect(
      findFailedCreate(
        buildCronJob(uid),
        buildJobEvents(buildEvent('SuccessfulCreate', 6), buildEvent('FailedCreate')),
      ),
    ).toBe(`CronJob default/hello: ${words}`);
  });

  it('is undefined once the Job has created a Pod', () => {
    expect(
      findFailedCreate(
        buildCronJob(uid),
        buildJobEvents(buildEvent('SuccessfulCreate', 8), buildEvent('FailedCreate')),
      ),
    ).toBeUndefined();
  });

  it('is undefined if no run is active', () => {
    expect(findFailedCreate(buildCronJob(), buildJobEvents(buildEvent('FailedCreate')))).toBeUndefined();
    const { status: _none, ...fresh } = buildCronJob();
    expect(findFailedCreate(fresh, buildJobEvents(buildEvent('FailedCreate')))).toBeUndefined();
  });

  it('is not taken from events of another Job', () => {
    expect(
      findFailedCreate(buildCronJob(uid), buildJobEvents(buildEvent('FailedCreate', 7, 'of-another'))),
    ).toBeUndefined();
  });
});

it('an event about a Job of a CronJob enqueues the ScheduledEcho with the name of the Job without `-<minutes>`', () => {
  expect(mapToScheduledEcho(buildEvent('any'))).toEqual([{ namespace: 'default', name: 'hello' }]);
  const { regarding: _regarding, ...without } = buildEvent('any');
  expect(mapToScheduledEcho(without)).toEqual([]);
  expect(mapToScheduledEcho({ ...without, regarding: { namespace: 'default', name: 'hello' } })).toEqual([]);
});
