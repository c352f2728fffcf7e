import { expect, it } from 'vitest';

import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { CronJob, type Desired, type Event, type StatusInput } from '../../index.ts';
import { createInMemoryApiServer } from '../../testing/in-memory-api-server/index.ts';
import { runController } from '../../testing/run-controller/index.ts';
import { someObject } from '../../testing/some-object.ts';
import { jobEvents } from '../parts/testing/job-events.ts';
import type { Context } from './dependencies.ts';
import { cronJobFor } from './desired.ts';
import { scheduledEcho } from './controller.ts';
import { reconcile } from './reconcile.ts';
import { statusFor } from './status.ts';

const at = '2026-01-01T00:00:00Z';
const { metadata } = someObject({ name: 'hello' });
const spec = { message: 'Hola', schedule: '* * * * *', suspend: false };
const apiVersion = 'mmontes.io/v1alpha1';
const kind = 'ScheduledEcho';
const echo: ScheduledEcho = { apiVersion, kind, metadata, spec };
const settings = { echoImage: 'busybox:1.37' };
const desired = cronJobFor(echo, { image: settings.echoImage, standing: undefined });

function cronJob(status: CronJob['status'] = {}): CronJob {
  const whole = { ...(desired as Pick<CronJob, 'spec'>).spec, suspend: false };
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec: whole, status };
}

/** What a run finds. */
interface Held {
  readonly cached?: CronJob;
  readonly live?: CronJob;
  readonly events?: readonly Event[];
}

/** One run with what the cache and the cluster hold; how it ended, and what was stated. */
async function run(held: Held, applied: CronJob) {
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
    delete: () => Promise.reject(new Error('not declared')),
    list: () => [],
    listAll: () => [],
  };
  const status = { set: (one: (typeof stated)[number]) => void stated.push(one), save: () => Promise.resolve() };
  const action = await reconcile(echo, {
    ...{ cronJobs, settings, status },
    ...jobEvents(...(held.events ?? [])),
  } as unknown as Context);
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

it('tells why the Job of its run has no Pod, until it has one', async () => {
  const regarding = { namespace: 'default', name: 'hello-1', uid: 'of-hello-1' };
  const applied = cronJob({ active: [{ name: regarding.name, uid: regarding.uid }] });
  const event = (reason: string): Event => ({
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, reason, regarding, note: 'exceeded quota: none' },
    ...{ eventTime: null, deprecatedLastTimestamp: at },
  });
  const { stated } = await run({ cached: applied, events: [event('FailedCreate')] }, applied);
  expect(stated).toEqual([statusFor(applied, 'exceeded quota: none')]);
  const events = [event('FailedCreate'), event('SuccessfulCreate')];
  const later = await run({ cached: applied, events }, applied);
  expect(later.stated).toEqual([statusFor(applied)]);
});

it('makes the CronJob again once one of the original’s, which was being deleted, has gone', async () => {
  const server = createInMemoryApiServer({ kinds: [ScheduledEcho] });
  const key = { namespace: 'default', name: 'hello' };
  const { client } = server;
  const owner = await client.resource(ScheduledEcho).create({ apiVersion, kind, metadata: key, spec });
  const ownerReferences = [{ apiVersion, kind, name: 'hello', uid: owner.metadata.uid, controller: true }];
  const cronJobs = client.resource(CronJob);
  await cronJobs.create({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { ...key, finalizers: ['example.com/hold'], ownerReferences },
    spec: cronJob().spec,
  });
  await cronJobs.delete(key, { propagation: 'Background' });

  await using run = await runController(scheduledEcho, { server });
  await run.settled();
  await cronJobs.mergePatch(key, { metadata: { finalizers: null } });
  await run.advance(1_000);
  expect(server.objects(CronJob)).toMatchObject([{ metadata: { labels: { 'app.kubernetes.io/managed-by': 'test' } } }]);
});
