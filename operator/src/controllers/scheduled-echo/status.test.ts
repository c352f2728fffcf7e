import type { CronJob, Event } from '@kubewright/runtime';
import { expect, it } from 'vitest';

import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { buildScheduledEchoStatus, findFailedCreate } from './status.ts';

const at = '2026-01-01T00:00:00Z';

function buildCronJob(
  status?: CronJob['status'],
  changes: { suspend?: boolean; deletionTimestamp?: string } = {},
): CronJob {
  const { suspend = false, ...ofMetadata } = changes;
  const { metadata } = someObject({ name: 'hello' });
  const spec = { schedule: '* * * * *', suspend, jobTemplate: {} };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { ...metadata, ...ofMetadata },
    spec,
    ...(status && { status }),
  };
}

const formatReady = (one: CronJob) =>
  (buildScheduledEchoStatus(one).conditions ?? []).map(({ type, status, reason }) => `${type}=${status} ${reason}`);

it('a ScheduledEcho is Ready when its CronJob exists', () => {
  expect(formatReady(buildCronJob())).toEqual(['Ready=True Scheduled']);
});

it('a ScheduledEcho is Ready with the reason Suspended when its CronJob is suspended', () => {
  expect(formatReady(buildCronJob(undefined, { suspend: true }))).toEqual(['Ready=True Suspended']);
});

it('a ScheduledEcho is not Ready while its CronJob is terminating', () => {
  expect(formatReady(buildCronJob(undefined, { deletionTimestamp: at }))).toEqual(['Ready=False Replacing']);
});

it('a ScheduledEcho is not Ready when no Pod of its Job can be created: it warns, with the message of Kubernetes', () => {
  const { conditions } = buildScheduledEchoStatus(
    buildCronJob({ active: [{ name: 'hello-1' }] }),
    'exceeded quota: none',
  );
  const ready = {
    type: 'Ready',
    status: 'False',
    reason: 'FailedCreate',
    message: 'exceeded quota: none',
    emitsWarning: true,
  };
  expect(conditions).toEqual([ready]);
});

it('the reason is Replacing while the CronJob is terminating, even if no Pod can be created', () => {
  const { conditions } = buildScheduledEchoStatus(
    buildCronJob(undefined, { deletionTimestamp: at }),
    'exceeded quota: none',
  );
  expect(conditions).toMatchObject([{ reason: 'Replacing' }]);
});

it('the status has the number of active Jobs, and the time of the last schedule', () => {
  const { conditions: _none, ...before } = buildScheduledEchoStatus(buildCronJob());
  expect(before).toEqual({ active: 0 });
  const { conditions: _some, ...after } = buildScheduledEchoStatus(
    buildCronJob({ lastScheduleTime: at, active: [{ name: 'hello-1' }] }),
  );
  expect(after).toEqual({ active: 1, lastScheduleTime: at });
});

it('the error of a run without a Pod names the CronJob, and only an active run has one', () => {
  const { metadata } = someObject({ name: 'an-event' });
  const failed: Event = {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, eventTime: null, reason: 'FailedCreate' },
    note: 'Error creating: pods "hello-29921542-x7k2p" is forbidden',
  };
  const failedCreates = { by: (_index: string, uid: string) => (uid === 'of-the-run' ? [failed] : []) };
  const events = { failedCreates, successfulCreates: { by: () => [] } };
  const active = ['of-an-older-run', 'of-the-run'].map((uid) => ({ name: 'hello-29921542', uid }));
  expect(findFailedCreate(buildCronJob({ active }), events)).toBe(
    'CronJob default/hello: pods "hello-29921542-*" is forbidden',
  );
  expect(findFailedCreate(buildCronJob({ active: active.slice(0, 1) }), events)).toBeUndefined();
  expect(findFailedCreate(buildCronJob(), events)).toBeUndefined();
});
