import { Event, Job, tryFindCondition } from '@kubewright/runtime';
import { beforeEach, describe, expect, it } from 'vitest';

import { someObject } from '../../../runtime/fixtures/some-object.ts';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  formatRequest,
} from '../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../testing/src/run-controller/run-controller.ts';
import { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echo, mapToEcho } from './controller.ts';
import { isPrinting } from './desired.ts';

const at = '2026-01-01T00:00:07Z';
const key = { namespace: 'default', name: 'hello-world' };
const apiVersion = 'mmontes.io/v1alpha1';
const kind = 'Echo';

let server: InMemoryApiServer;

beforeEach(async () => {
  server = await createServerWith('Hola');
});

async function createServerWith(message: string): Promise<InMemoryApiServer> {
  const created = createInMemoryApiServer({ kinds: [Echo] });
  await created.client.resource(Echo).create({ apiVersion, kind, metadata: key, spec: { message } });
  return created;
}

const jobs = () => server.client.resource(Job);
const status = () => server.objects(Echo)[0]?.status;
const ready = () => tryFindCondition(status()?.conditions, 'Ready');
const job = (): Job | undefined => server.objects(Job)[0];
const getImage = (one: Job | undefined) => one?.spec.template.spec?.containers[0]?.image;
const setMessage = (message: string) => server.client.resource(Echo).mergePatch(key, { spec: { message } });
const loseJob = () => jobs().delete(key, { propagation: 'Background' });
const hold = (finalizers: readonly string[] | null) => jobs().mergePatch(key, { metadata: { finalizers } });

function listWrites(): readonly string[] {
  const ofJobs = server.requests().filter(({ kind: of, method }) => of === 'Job' && method !== 'GET');
  return ofJobs.map(formatRequest);
}

async function setJobStatus(status: Job['status'] & object): Promise<void> {
  await jobs().mergePatch(key, { status }, { subresource: 'status' });
}

function endJob(type: 'Complete' | 'Failed'): Promise<void> {
  return setJobStatus({ conditions: [{ type, status: 'True', lastTransitionTime: at }] });
}

async function runUntilSettled(settings: { readonly echoImage?: string } = {}): Promise<ControllerRun> {
  const run = await runController(echo, { server, settings });
  await run.awaitIdle();
  return run;
}

/**
 * Creates the Job as the upstream operator does: without this operator's label, and with another name of the container.
 */
async function createOriginal(command: readonly string[], finalizers: readonly string[] = []): Promise<void> {
  const uid = server.objects(Echo)[0]?.metadata.uid ?? '';
  await jobs().create({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { ...key, finalizers, ownerReferences: [{ apiVersion, kind, name: key.name, uid, controller: true }] },
    spec: { template: { spec: { containers: [{ name: 'hello-world', image: 'busybox:1.33.1', command }] } } },
  });
}

describe('an Echo without a Job', () => {
  it('gets a Job with the configured image, after a live read', async () => {
    await using _run = await runUntilSettled({ echoImage: 'busybox:2' });
    const ofJob = server.requests().filter(({ name, kind: of }) => of === 'Job' && name === key.name);
    expect(formatRequest(ofJob[0]!)).toBe('get Job default/hello-world');
    expect(listWrites()).toEqual(['apply Job default/hello-world']);
    expect(getImage(job())).toBe('busybox:2');
    expect(ready()).toMatchObject({ reason: 'Running' });
  });

  it('BUG-EC-5 gets no Job once its message was printed', async () => {
    await using run = await runUntilSettled();
    await endJob('Complete');
    await run.awaitIdle();
    await loseJob();
    await run.advance(60_000);
    expect(job()).toBeUndefined();
    expect(ready()).toMatchObject({ status: 'True', reason: 'Echoed' });
  });

  it('gets no Job once its Job has failed for good', async () => {
    await using run = await runUntilSettled();
    await endJob('Failed');
    await run.awaitIdle();
    await loseJob();
    await run.advance(60_000);
    expect(job()).toBeUndefined();
    expect(ready()).toMatchObject({ status: 'False', reason: 'JobFailed' });
    expect(ready()?.message).toMatch(/^Job default\/hello-world has failed/);
  });

  it('gets a Job for a message that is newer than the printed one', async () => {
    await using run = await runUntilSettled();
    await endJob('Complete');
    await run.awaitIdle();
    await loseJob();
    await run.advance(60_000);
    await setMessage('Hello');
    await run.awaitIdle();
    expect(isPrinting(job()!, 'Hello')).toBe(true);
  });

  it('BUG-EC-5 gets another Job a second after the deletion of its Job, when the Job controller has noticed that', async () => {
    await using run = await runUntilSettled();
    await loseJob();
    await run.awaitIdle();
    expect(status()).toMatchObject({ jobName: '', jobDeletionTime: '2026-01-01T00:00:00.000Z' });
    await run.advance(999);
    await setMessage('Hello');
    await run.awaitIdle();
    expect(job()).toBeUndefined();
    expect(ready()).toMatchObject({ reason: 'Replacing' });
    await run.advance(1_000);
    expect(isPrinting(job()!, 'Hello')).toBe(true);
    expect(ready()).toMatchObject({ reason: 'Running' });
  });
});

describe('an Echo with the Job of its message', () => {
  it('keeps its Job, even if another image is configured now', async () => {
    await (await runUntilSettled({ echoImage: 'old:1' }))[Symbol.asyncDispose]();
    await using _run = await runUntilSettled({ echoImage: 'new:1' });
    expect(listWrites()).toEqual(['apply Job default/hello-world']);
    expect(getImage(job())).toBe('old:1');
    expect(ready()).toMatchObject({ reason: 'Running' });
  });

  it('keeps a Job that the upstream operator created, and does not print the message again', async () => {
    for (const message of ['Hola', '$(HOME)']) {
      server = await createServerWith(message);
      await createOriginal(['echo', message]);
      await endJob('Complete');
      await using _run = await runUntilSettled();
      expect(ready()).toMatchObject({ reason: 'Echoed' });
      expect(job()?.spec.template.spec?.containers).toMatchObject([{ name: 'hello-world', image: 'busybox:1.33.1' }]);
      expect(job()?.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'test' });
    }
  });

  it('reports why the Job has no Pod until it has one', async () => {
    await using run = await runUntilSettled();
    const regarding = { kind: 'Job', ...key, uid: job()?.metadata.uid ?? '' };
    const note = 'Error creating: exceeded quota';
    await server.client.resource(Event).create({
      ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { namespace: 'default', name: 'an-event' } },
      ...{ reason: 'FailedCreate', eventTime: null, note, regarding },
    });
    await run.awaitIdle();
    expect(ready()).toMatchObject({ reason: 'FailedCreate', message: 'Job default/hello-world: exceeded quota' });
    await setJobStatus({ active: 1 });
    await run.awaitIdle();
    expect(ready()).toMatchObject({ reason: 'Running' });
  });

  it('maps an event only to the Echo with the name of its object', () => {
    const { metadata } = someObject({ name: 'an-event' });
    const event: Event = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, eventTime: null };
    expect(mapToEcho(event)).toEqual([]);
    expect(mapToEcho({ ...event, regarding: key })).toEqual([key]);
  });

  it('records that the Job is complete', async () => {
    await using run = await runUntilSettled();
    await endJob('Complete');
    await run.awaitIdle();
    expect(ready()).toMatchObject({ reason: 'Echoed' });
    expect(status()).toMatchObject({ echoedGeneration: 1, succeeded: true, completionTime: at });
  });

  it('records that the Job has failed for good, and does not retry until the Echo changes', async () => {
    await using run = await runUntilSettled();
    await endJob('Failed');
    await run.awaitIdle();
    expect(ready()).toMatchObject({ reason: 'JobFailed' });
    expect(status()).toMatchObject({ echoedGeneration: 1, succeeded: false, completionTime: at });
    expect(run.results.at(-1)).toBe('error');
    const runs = run.results.length;
    await run.advance(600_000);
    expect(run.results).toHaveLength(runs);
  });

  it('prints nothing again if its message was changed and changed back before a reconcile', async () => {
    const before = await runUntilSettled();
    await endJob('Complete');
    await before.awaitIdle();
    await before[Symbol.asyncDispose]();
    await setMessage('Adiós');
    await setMessage('Hola');
    await using _run = await runUntilSettled();
    expect(listWrites().filter((call) => !call.startsWith('patch'))).toEqual(['apply Job default/hello-world']);
    expect(status()).toMatchObject({ echoedGeneration: 3 });
  });

  it('polls a terminating Job without our label, because no watch shows its deletion', async () => {
    await createOriginal(['echo', 'Hola'], ['example.com/hold']);
    await loseJob();
    await using run = await runUntilSettled();
    expect(ready()).toMatchObject({ reason: 'Replacing' });
    expect(run.results.at(-1)).toBe('requeue_after');
    await hold(null);
    await run.advance(2_000);
    expect(ready()).toMatchObject({ reason: 'Running' });
  });
});

describe('BUG-EC-3 an Echo with the Job of another message', () => {
  it('replaces the Job in every state', async () => {
    for (const end of [undefined, 'Complete', 'Failed'] as const) {
      server = await createServerWith('Adiós');
      await using run = await runUntilSettled();
      if (end !== undefined) await endJob(end);
      await run.awaitIdle();
      const before = server.requests().length;
      await setMessage('Hola');
      await run.awaitIdle();
      expect(ready()).toMatchObject({ reason: 'Replacing' });
      await run.advance(1_000);
      expect(ready()).toMatchObject({ reason: 'Running' });
      expect(isPrinting(job()!, 'Hola')).toBe(true);
      const calls = server.requests().slice(before).map(formatRequest);
      const deletion = calls.indexOf('delete Job default/hello-world');
      expect(calls.slice(0, deletion)).toContain('apply Echo/status default/hello-world');
      expect(calls.slice(deletion)).toContain('apply Job default/hello-world');
    }
  });

  it('does not delete the Job if the cached Echo is outdated', async () => {
    await using run = await runUntilSettled();
    using _changed = server.fail({ verb: 'apply', kind: 'Echo', subresource: 'status' }, 409, { times: 100 });
    await setMessage('older');
    await run.awaitIdle();
    expect(run.results.at(-1)).toBe('error');
    expect(isPrinting(job()!, 'Hola')).toBe(true);
    expect(job()?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('creates the new Job only once the old one is deleted', async () => {
    await using run = await runUntilSettled();
    await hold(['example.com/hold']);
    await setMessage('Hello');
    await run.awaitIdle();
    await endJob('Complete');
    await run.advance(60_000);
    expect(job()?.metadata.deletionTimestamp).toBeDefined();
    expect(isPrinting(job()!, 'Hola')).toBe(true);
    expect(ready()).toMatchObject({ reason: 'Replacing' });
    expect(status()).not.toHaveProperty('succeeded');
    expect(status()).toHaveProperty('jobName', 'hello-world');
    await hold(null);
    await run.advance(1_000);
    expect(isPrinting(job()!, 'Hello')).toBe(true);
  });
});
