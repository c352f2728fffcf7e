import { beforeEach, describe, expect, it } from 'vitest';

import { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { Deployment, Pod, Service, tryFindCondition } from '@kubewright/runtime';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  formatRequest,
} from '../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../testing/src/run-controller/run-controller.ts';
import { memcached } from './controller.ts';
import { buildPodLabels } from './desired.ts';
import { someMemcached } from './testing/some-memcached.ts';

const key = { namespace: 'default', name: 'cache' };
const background = { propagation: 'Background' } as const;
const held = ['example.com/hold'];

let server: InMemoryApiServer;

beforeEach(async () => {
  server = createInMemoryApiServer({ kinds: [Memcached] });
  const { apiVersion, kind, spec } = someMemcached();
  await server.client.resource(Memcached).create({ apiVersion, kind, metadata: key, spec });
});

const status = () => server.objects(Memcached)[0]?.status;
const ready = () => tryFindCondition(status()?.conditions, 'Ready');
const resources = () => server.client.resource(Memcached);
const deployments = () => server.client.resource(Deployment);
const services = () => server.client.resource(Service);

function listCalls(): readonly string[] {
  const ours = server.requests().filter(({ kind, name }) => kind !== 'Memcached' && name === 'cache');
  return ours.map(formatRequest);
}

const listWrites = (): readonly string[] => listCalls().filter((call) => !call.startsWith('get '));

/** Creates a Deployment as an upstream operator does, without this operator's label. */
async function createOriginal(matchLabels: Readonly<Record<string, string>>, finalizers: readonly string[] = []) {
  const { apiVersion, kind, metadata } = server.objects(Memcached)[0] ?? someMemcached();
  const ownerReferences = [{ apiVersion, kind, name: 'cache', uid: metadata.uid, controller: true }];
  return deployments().create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...key, finalizers, ownerReferences },
    spec: { selector: { matchLabels }, template: { spec: { containers: [] } } },
  });
}

const ofNewestOriginal = { 'app.kubernetes.io/name': 'memcached' };

async function markPodsReady(): Promise<void> {
  const { metadata } = server.objects(Deployment)[0] ?? {};
  const counts = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
  const status = { observedGeneration: metadata?.generation ?? 1, ...counts };
  await deployments().mergePatch(key, { status }, { subresource: 'status' });
}

async function runUntilSettled(): Promise<ControllerRun> {
  const run = await runController(memcached, { server });
  await run.awaitIdle();
  await markPodsReady();
  await run.awaitIdle();
  return run;
}

describe('a reconcile', () => {
  it('creates the Deployment, reports its roll-out, and creates the Service', async () => {
    for (const name of ['b', 'a']) {
      const metadata = { namespace: 'default', name, labels: buildPodLabels(someMemcached()) };
      await server.client.resource(Pod).create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [] } });
    }
    await using run = await runUntilSettled();
    expect(listCalls()[0]).toBe('get Deployment default/cache');
    expect(listWrites().slice(0, 2)).toEqual(['apply Deployment default/cache', 'apply Service default/cache']);
    expect(status()).toMatchObject({ nodes: ['a', 'b'], readyReplicas: 3 });
    expect(new Set(run.results)).toEqual(new Set(['success']));
  });

  it('is not Ready while the Service is terminating', async () => {
    await using run = await runUntilSettled();
    expect(ready()).toMatchObject({ status: 'True' });
    await services().mergePatch(key, { metadata: { finalizers: held } });
    await services().delete(key, background);
    await run.awaitIdle();
    expect(ready()).toMatchObject({ status: 'False', reason: 'Replacing' });
  });

  it('reads nothing live once its Deployment is in the cache', async () => {
    await using run = await runUntilSettled();
    const before = listCalls().length;
    await resources().mergePatch(key, { spec: { size: 4 } });
    await run.awaitIdle();
    expect(listCalls().slice(before)).toEqual(['apply Deployment default/cache']);
  });

  it('adopts the Deployment of an upstream operator that has our selector', async () => {
    const { metadata } = await createOriginal(buildPodLabels(someMemcached()));
    await using _run = await runUntilSettled();
    expect(server.objects(Deployment)).toMatchObject([
      { metadata: { uid: metadata.uid, labels: { 'app.kubernetes.io/managed-by': 'test' } } },
    ]);
  });

  it('replaces a Deployment that has another selector, in the same reconcile if it is deleted at once', async () => {
    await createOriginal(ofNewestOriginal);
    await using run = await runController(memcached, { server });
    await run.awaitIdle();
    expect(listWrites().slice(1)).toEqual([
      'delete Deployment default/cache',
      'apply Deployment default/cache',
      'apply Service default/cache',
    ]);
    expect(new Set(run.results)).toEqual(new Set(['success']));
  });

  it('checks again, and reports Replacing, while a Deployment with another selector is terminating', async () => {
    await createOriginal(ofNewestOriginal, held);
    await using run = await runController(memcached, { server });
    await run.awaitIdle();
    expect(listWrites().slice(1)).toEqual(['delete Deployment default/cache']);
    expect(run.results.at(-1)).toBe('requeue_after');
    expect(ready()).toMatchObject({ status: 'False', reason: 'Replacing' });
    await deployments().mergePatch(key, { metadata: { finalizers: null } });
    await run.advance(1_000);
    expect(listWrites().slice(-2)).toEqual(['apply Deployment default/cache', 'apply Service default/cache']);
  });
});

describe('the counter of undesired sizes', () => {
  it('BUG-MC-15 counts a size that somebody else has set, once', async () => {
    await using run = await runUntilSettled();
    await deployments().mergePatch(key, { spec: { replicas: 7 } });
    await run.awaitIdle();
    expect(await run.metric('undesiredSizes')).toBe(1);
  });

  it('BUG-MC-15 does not count a change of the spec', async () => {
    await using run = await runUntilSettled();
    await resources().mergePatch(key, { spec: { size: 4 } });
    await run.awaitIdle();
    expect(server.objects(Deployment)).toMatchObject([{ spec: { replicas: 4 } }]);
    expect(await run.metric('undesiredSizes')).toBe(0);
  });

  it('BUG-MC-15 counts a size that another client set once it was repaired, not for each rejected repair', async () => {
    await using run = await runUntilSettled();
    using _refused = server.fail({ verb: 'apply', kind: 'Deployment' }, 503, { times: 2 });
    await deployments().mergePatch(key, { spec: { replicas: 7 } });
    await run.awaitIdle();
    expect(await run.metric('undesiredSizes')).toBe(0);
    await run.advance(60_000);
    expect(server.objects(Deployment)).toMatchObject([{ spec: { replicas: 3 } }]);
    expect(await run.metric('undesiredSizes')).toBe(1);
  });
});
