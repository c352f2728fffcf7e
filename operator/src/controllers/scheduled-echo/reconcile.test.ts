import { beforeEach, expect, it } from 'vitest';

import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { CronJob, Event } from '@kubewright/runtime';
import { someObject } from '../../../runtime/fixtures/some-object.ts';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  formatRequest,
} from '../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../testing/src/run-controller/run-controller.ts';
import { mapToScheduledEcho, scheduledEcho } from './controller.ts';

const at = '2026-01-01T00:00:00Z';
const key = { namespace: 'default', name: 'hello' };
const spec = { message: 'Hola', schedule: '* * * * *', suspend: false };
const apiVersion = 'mmontes.io/v1alpha1';
const kind = 'ScheduledEcho';

let server: InMemoryApiServer;

beforeEach(async () => {
  server = createInMemoryApiServer({ kinds: [ScheduledEcho] });
  await server.client.resource(ScheduledEcho).create({ apiVersion, kind, metadata: key, spec });
});

const stored = (): ScheduledEcho | undefined => server.objects(ScheduledEcho)[0];
const cronJob = (): CronJob | undefined => server.objects(CronJob)[0];
const ready = () => stored()?.status?.conditions?.find(({ type }) => type === 'Ready');

/**
 * Creates the CronJob as the upstream operator does: with the same owner reference, without this operator's label, and
 * with another name of the container.
 */
async function createOriginal(finalizers: readonly string[] = []): Promise<void> {
  const uid = stored()?.metadata.uid ?? '';
  const ownerReferences = [{ apiVersion, kind, name: 'hello', uid, controller: true }];
  const containers = [{ name: 'hello', image: 'busybox:1.33.1', command: ['echo', 'Hola'] }];
  await server.client.resource(CronJob).create({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { ...key, finalizers, ownerReferences },
    spec: { schedule: spec.schedule, jobTemplate: { spec: { template: { spec: { containers } } } } },
  });
}

async function setStatus(status: CronJob['status'] & object): Promise<void> {
  await server.client.resource(CronJob).mergePatch(key, { status }, { subresource: 'status' });
}

async function emit(reason: string): Promise<void> {
  await server.client.resource(Event).create({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { namespace: 'default', name: reason.toLowerCase() },
    ...{ reason, eventTime: null, deprecatedLastTimestamp: at, note: 'exceeded quota: none' },
    regarding: { kind: 'Job', namespace: 'default', name: 'hello-1', uid: 'of-hello-1' },
  });
}

it('applies the CronJob, with the configured image, and writes its status', async () => {
  await using run = await runController(scheduledEcho, { server, settings: { echoImage: 'busybox:2' } });
  await run.awaitIdle();
  const [container] = cronJob()?.spec.jobTemplate.spec?.template.spec?.containers ?? [];
  expect(container).toMatchObject({ image: 'busybox:2', command: ['printf', '%s\\n', 'Hola'] });
  await setStatus({ lastScheduleTime: at });
  await run.awaitIdle();
  expect(stored()?.status).toMatchObject({ lastScheduleTime: at, active: 0 });
  expect(ready()).toMatchObject({ status: 'True', reason: 'Scheduled' });
  expect(new Set(run.results)).toEqual(new Set(['success']));
});

it('finds an uncached CronJob of the upstream operator by a live read, and keeps its container name', async () => {
  await createOriginal();
  await using run = await runController(scheduledEcho, { server });
  await run.awaitIdle();
  expect(server.requests().map(formatRequest)).toContain('get CronJob default/hello');
  const containers = cronJob()?.spec.jobTemplate.spec?.template.spec?.containers;
  expect(containers?.map(({ name, image }) => [name, image])).toEqual([['hello', 'busybox:1.37']]);
});

it('reports why the Job of a run has no Pod, until it has one', async () => {
  await using run = await runController(scheduledEcho, { server });
  await run.awaitIdle();
  await setStatus({ active: [{ name: 'hello-1', uid: 'of-hello-1' }] });
  await emit('FailedCreate');
  await run.awaitIdle();
  expect(ready()).toMatchObject({
    status: 'False',
    reason: 'FailedCreate',
    message: 'CronJob default/hello: exceeded quota: none',
  });
  await emit('SuccessfulCreate');
  await run.awaitIdle();
  expect(ready()).toMatchObject({ status: 'True', reason: 'Scheduled' });
});

it('creates the CronJob again once a terminating CronJob of the upstream operator is deleted', async () => {
  await createOriginal(['example.com/hold']);
  const cronJobs = server.client.resource(CronJob);
  await cronJobs.delete(key, { propagation: 'Background' });

  await using run = await runController(scheduledEcho, { server });
  await run.awaitIdle();
  await cronJobs.mergePatch(key, { metadata: { finalizers: null } });
  await run.advance(1_000);
  expect(server.objects(CronJob)).toMatchObject([{ metadata: { labels: { 'app.kubernetes.io/managed-by': 'test' } } }]);
});

it('an event about a Job of a CronJob enqueues the ScheduledEcho with the name of the Job without `-<minutes>`', () => {
  const { metadata } = someObject({ name: 'an-event' });
  const event: Event = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, eventTime: null };
  expect(mapToScheduledEcho({ ...event, regarding: { ...key, name: 'hello-29921542' } })).toEqual([key]);
  expect(mapToScheduledEcho({ ...event, regarding: key })).toEqual([]);
  expect(mapToScheduledEcho(event)).toEqual([]);
});
