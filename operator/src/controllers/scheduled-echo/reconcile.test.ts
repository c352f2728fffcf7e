import { expect, it } from 'vitest';

import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { CronJob, Desired, StatusInput } from '../../index.ts';
import { someObject } from '../../testing/some-object.ts';
import { cronJobFor } from './desired.ts';
import { reconcile } from './reconcile.ts';
import { statusFor } from './status.ts';

const at = '2026-01-01T00:00:00Z';
const { metadata } = someObject({ name: 'hello' });
const spec = { message: 'Hola', schedule: '* * * * *', suspend: false };
const echo: ScheduledEcho = { apiVersion: 'mmontes.io/v1alpha1', kind: 'ScheduledEcho', metadata, spec };
const settings = { echoImage: 'busybox:1.37' };
const desired = cronJobFor(echo, { image: settings.echoImage, standing: undefined });

function cronJob(
  status: CronJob['status'] = {},
  changes: { suspend?: boolean; deletionTimestamp?: string } = {},
): CronJob {
  const { suspend = false, ...ofMetadata } = changes;
  const whole = { ...(desired as Pick<CronJob, 'spec'>).spec, suspend };
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { ...metadata, ...ofMetadata }, spec: whole, status };
}

/** One run with what the cache and the cluster hold; how it ended, and what was stated. */
async function run(held: { cached?: CronJob; live?: CronJob }, applied: CronJob) {
  const calls: unknown[] = [];
  const called = <T>(call: unknown, answer: T): Promise<T> => {
    calls.push(call);
    return Promise.resolve(answer);
  };
  const stated: StatusInput<NonNullable<ScheduledEcho['status']>>[] = [];
  const cronJobs = {
    get: () => held.cached,
    getLive: () => called('getLive', held.live),
    apply: (wanted: Desired<CronJob>) => called(wanted, applied),
    keep: () => Promise.reject(new Error('not needed')),
    list: () => [],
    listAll: () => [],
  };
  const status = { set: (one: (typeof stated)[number]) => void stated.push(one), save: () => Promise.resolve() };
  const action = await reconcile(echo, { cronJobs, settings, status });
  return { calls, stated, action };
}

it('applies the CronJob, with the image that is set, and states what it does', async () => {
  const applied = cronJob({ lastScheduleTime: at });
  const { calls, stated, action } = await run({ cached: cronJob() }, applied);
  expect(calls).toEqual([desired]);
  expect(stated).toEqual([statusFor(applied)]);
  expect(action).toEqual({ kind: 'awaitChange' });
});

it('looks live for what it does not see: one of the original’s keeps the name of its container', async () => {
  const containers = [{ name: 'hello', command: ['echo', 'Hola'] }];
  const live = { ...cronJob(), spec: { ...spec, jobTemplate: { spec: { template: { spec: { containers } } } } } };
  const { calls } = await run({ live }, cronJob());
  expect(calls).toEqual(['getLive', cronJobFor(echo, { image: settings.echoImage, standing: live })]);
});

it('looks again while one is being deleted, because the end of one without our label is not seen', async () => {
  const { action } = await run({}, cronJob({}, { deletionTimestamp: at }));
  expect(action).toEqual({ kind: 'checkAgain', afterMs: 1000 });
});
