import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { kubewright } from '../../../operator/src/kubewright.ts';
import { type RunningPetStore, startPetStore } from '../../../operator/src/pet-store/index.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { fetchMetrics, getProcessId, listSamples } from '../../e2e/support/operator-process.ts';
import { createMark, listUnauthorized, listRequests, listWrites } from '../../e2e/support/requests.ts';
import { excludeWitnesses, awaitIdle, awaitSettled } from '../../e2e/support/await-settled.ts';
import { type WantedCondition, awaitCondition } from '../../support/conditions.ts';
import { mapParallel } from '../../support/map-parallel.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { createScopeIn, type Scope } from '../../support/scope.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { findDeviations } from './find-deviations.ts';
import { finishJobs } from './finish-jobs.ts';
import { echoImage } from '../../support/kinds/echo.ts';
import { examples } from '../../support/kinds/kinds.ts';
import { memcachedImage } from '../../support/kinds/memcached.ts';
import { applyResource, runPlan } from './run-plan.ts';
import { findDeviationsInStore } from './pets-in-store.ts';
import { planChanges } from './plan.ts';
import { Random } from './random.ts';

const seed = 2_026;
const perKind = 75;
const durationMs = 45_000;
/** The number of changes, on average two per object. */
const steps = 900;

const kinds = examples.map(({ churn }) => churn);

/** The custom resources. Their names begin with the kind, so that children of two kinds never have the same name. */
const resources = kinds.flatMap((kind) =>
  Array.from({ length: perKind }, (_, index) => ({ kind, name: `${kind.api.plural}-${String(index)}` })),
);

/** Long, because the operator needs time for so many objects after two restarts. In milliseconds. */
const timeout = { timeoutMs: 240_000, everyMs: 2_000 };
const ready: WantedCondition = { type: 'Ready', status: 'True', timeoutMs: timeout.timeoutMs };

async function createOneOfEach({ client, namespace }: Scope, name: string): Promise<readonly KubeObject[]> {
  const random = new Random(seed);
  const created = kinds.map(async (kind) => {
    const key = { namespace, name: `${name}-${kind.api.plural}` };
    await applyResource({ client, kind, key }, kind.spec(random));
    return awaitCondition(client.resource(kind.api), key, ready);
  });
  return Promise.all(created);
}

async function restart({ client, operator }: Scope): Promise<void> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  const annotations = { 'kubectl.kubernetes.io/restartedAt': new Date().toISOString() };
  await client.resource(Deployment).mergePatch(key, { spec: { template: { metadata: { annotations } } } });
}

/** Kills the leader, and later restarts all replicas. */
async function killAndRestart(scope: Scope): Promise<void> {
  await sleep(durationMs / 3);
  process.kill(getProcessId(await scope.operator.leader()), 'SIGKILL');
  await sleep(durationMs / 3);
  await restart(scope);
}

/** Waits until all Pods of the operator have the newest template. */
async function awaitRolledOut({ client, operator }: Scope): Promise<void> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  const isDone = async (): Promise<boolean> => {
    const { metadata, spec, status } = await client.resource(Deployment).get(key);
    const counts = [status?.replicas, status?.updatedReplicas, status?.availableReplicas];
    // Counts the Pods, because the status of the Deployment omits terminating ones, one of which may still hold the
    // Lease.
    counts.push((await operator.pods()).length);
    return status?.observedGeneration === metadata.generation && counts.every((count) => count === spec.replicas);
  };
  await until('the operator is rolled out', isDone, timeout);
}

describe('75 custom resources of each kind that are changed for 45 s', { timeout: 400_000 }, () => {
  let store: RunningPetStore;
  let own: TestCluster;
  let scope: Scope;
  let jobs: AsyncDisposable;

  beforeAll(async () => {
    store = await startPetStore({ address: '127.0.0.1:0' });
    own = await startTestCluster();
    await serveOurKinds(own.client, own.cluster.controlPlane);
    await own.client.resource(Namespace).create({ metadata: { name: 'churn' } });
    scope = await createScopeIn(own, 'churn', {
      ...{ replicas: 2, witness: createOneOfEach },
      settings: {
        echoImage,
        memcachedImage,
        petstoreAddress: store.address,
        petstoreResync: '10s',
        // Long, because the store runs in the process of this test, and may answer late while that is busy.
        petstoreTimeout: '60s',
        logFormat: 'json',
        logLevel: 'info',
      },
    });
    jobs = finishJobs(scope);
  });

  afterAll(async () => {
    await jobs[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const deviations = async (): Promise<readonly string[]> => [
    ...(await findDeviations(scope, kinds)),
    ...(await findDeviationsInStore(scope, store.address)),
  ];

  /** Waits until everything is up to date. Fails with the list of remaining differences. */
  async function expectUpToDate(): Promise<void> {
    let found: readonly string[] = ['not compared'];
    const isUpToDate = async (): Promise<boolean> => (found = await deviations()).length === 0;
    await until('everything is up to date', isUpToDate, timeout).catch(() => undefined);
    expect(found).toEqual([]);
  }

  async function listWritesSince(since: string): Promise<readonly string[]> {
    return excludeWitnesses(listWrites(await listRequests(scope, since)));
  }

  it('include all our kinds', () => {
    expect(new Set(kinds.map(({ api }) => api))).toEqual(new Set(kubewright.controllers.map(({ api }) => api)));
  });

  it('become up to date after they are all created at the same time', async () => {
    const { client, namespace } = scope;
    const random = new Random(seed);
    const created = resources.map((resource) => ({ ...resource, spec: resource.kind.spec(random) }));
    await mapParallel(created, 16, ({ kind, name, spec }) =>
      applyResource({ client, kind, key: { namespace, name } }, spec),
    );
    await expectUpToDate();
  });

  it('become up to date after random changes, a killed leader and a restart of the operator', async () => {
    const plan = planChanges({ resources, durationMs, steps, seed });
    await Promise.all([runPlan(scope, plan), killAndRestart(scope)]);
    await awaitRolledOut(scope);
    await expectUpToDate();
  });

  it('cause no write once they are up to date', async () => {
    await awaitSettled(scope);
    const since = await createMark(scope);
    await awaitSettled(scope);
    expect(await listWritesSince(since)).toEqual([]);
    await expectUpToDate();
  });

  it('cause no write when the operator restarts once more and reconciles all of them', async () => {
    const since = await createMark(scope);
    await restart(scope);
    await awaitRolledOut(scope);
    const hasReconciled = async (): Promise<boolean> => {
      const metrics = await fetchMetrics(await scope.operator.leader());
      const reconciles = listSamples(metrics, 'controller_runtime_reconcile_total');
      return reconciles.reduce((sum, count) => sum + count, 0) >= resources.length * 0.8;
    };
    await until('it has reconciled all of them', hasReconciled, timeout);
    await awaitIdle(scope);
    expect(await listWritesSince(since)).toEqual([]);
    await expectUpToDate();
  });

  it('never make the operator send a request that its rules forbid', async () => {
    expect(await listUnauthorized(scope)).toEqual([]);
  });
});
