import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as apis from '../../../operator/src/apis/index.ts';
import { type RunningPetStore, startPetStore } from '../../../operator/src/pet-store/index.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { metricsOf, processIdOf, samplesIn } from '../../e2e/support/operator-process.ts';
import { createOwnScope } from '../../e2e/support/own-scope.ts';
import { mark, notAuthorized, requestsOf, writesIn } from '../../e2e/support/requests.ts';
import { besidesWitnesses, idle, settled } from '../../e2e/support/settled.ts';
import { type WantedCondition, withCondition } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { faultsOf } from './at-rest.ts';
import { finishJobs } from './finish-jobs.ts';
import { images, imageSettings, kinds } from './kinds/kinds.ts';
import { performAll, write } from './perform.ts';
import { faultsInStore } from './pets-in-store.ts';
import { planOf } from './plan.ts';
import { Random } from './random.ts';

const seed = 2_026;
const perKind = 200;
const durationMs = 60_000;
const steps = 1_500;

/** Names of their own, so that no child of one kind is in the way of another's. */
const targets = kinds.flatMap((kind) =>
  Array.from({ length: perKind }, (_, index) => ({ kind, name: `${kind.api.plural}-${String(index)}` })),
);

/** With so many objects, and two restarts behind it, an operator may take its time. */
const patience = { timeoutMs: 240_000, everyMs: 5_000 };
const ready: WantedCondition = { type: 'Ready', status: 'True', timeoutMs: patience.timeoutMs };

/** A resource of every kind. */
async function oneOfEach({ client, namespace }: Scope, name: string): Promise<readonly KubeObject[]> {
  const random = new Random(seed);
  const made = kinds.map(async (kind) => {
    const key = { namespace, name: `${name}-${kind.api.plural}` };
    await write({ client, kind, key }, kind.spec(random));
    return withCondition(client.resource(kind.api), key, ready);
  });
  return Promise.all(made);
}

/** As `kubectl rollout restart` does. */
async function restart({ client, operator }: Scope): Promise<void> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  const annotations = { 'kubectl.kubernetes.io/restartedAt': new Date().toISOString() };
  await client.resource(Deployment).mergePatch(key, { spec: { template: { metadata: { annotations } } } });
}

/** Kills who leads, and later replaces all. */
async function trouble(scope: Scope): Promise<void> {
  await sleep(durationMs / 3);
  process.kill(processIdOf(await scope.operator.leader()), 'SIGKILL');
  await sleep(durationMs / 3);
  await restart(scope);
}

/** Resolves when the Pods of the newest template are there, and no others. */
async function restarted({ client, operator }: Scope): Promise<void> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  const isDone = async (): Promise<boolean> => {
    const { metadata, spec, status } = await client.resource(Deployment).get(key);
    const counts = [status?.replicas, status?.updatedReplicas, status?.availableReplicas];
    // These leave out Pods that are terminating, one of which may still hold the Lease.
    counts.push((await operator.pods()).length);
    return status?.observedGeneration === metadata.generation && counts.every((count) => count === spec.replicas);
  };
  await until('the operator is rolled out', isDone, patience);
}

describe('200 resources of each kind that are changed for a minute', { timeout: 400_000 }, () => {
  let store: RunningPetStore;
  let scope: Scope;
  let jobs: AsyncDisposable;

  beforeAll(async () => {
    store = await startPetStore({ address: '127.0.0.1:0' });
    scope = await createOwnScope({
      ...{ namespace: 'churn', replicas: 2, witness: oneOfEach, images },
      settings: {
        ...imageSettings,
        petstoreAddress: store.address,
        petstoreResync: '10s',
        // The store shares a process with much else here.
        petstoreTimeout: '60s',
        logFormat: 'json',
        logLevel: 'info',
      },
    });
    jobs = finishJobs(scope);
  });

  afterAll(async () => {
    await jobs[Symbol.asyncDispose]();
    await scope[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });

  const faults = async (): Promise<readonly string[]> => [
    ...(await faultsOf(scope, kinds)),
    ...(await faultsInStore(scope, store.address)),
  ];

  /** Waits for all to be as they have to be, and tells of everything that is not. */
  async function atRest(): Promise<void> {
    let left: readonly string[] = ['nobody has looked'];
    const isWell = async (): Promise<boolean> => (left = await faults()).length === 0;
    await until('all is as it has to be', isWell, patience).catch(() => undefined);
    expect(left).toEqual([]);
  }

  /** What the operator writes about anything but the witnesses. */
  async function writesSince(since: string): Promise<readonly string[]> {
    return besidesWitnesses(writesIn(await requestsOf(scope, since)));
  }

  it('are of every kind of ours', () => {
    expect(new Set(kinds.map(({ api }) => api))).toEqual(new Set(Object.values(apis)));
  });

  it('are made at once, and become what they ask for', async () => {
    const random = new Random(seed);
    const made = targets.map((target) => ({ ...target, spec: target.kind.spec(random) }));
    const left = made.values();
    const writers = Array.from({ length: 16 }, async () => {
      for (const { kind, name, spec } of left) {
        await write({ client: scope.client, kind, key: { namespace: scope.namespace, name } }, spec);
      }
    });
    await Promise.all(writers);
    await atRest();
  });

  it('are what they ask for in the end, whatever was done to them and to their operator meanwhile', async () => {
    const plan = planOf({ targets, durationMs, steps, seed });
    await Promise.all([performAll(scope, plan), trouble(scope)]);
    await restarted(scope);
    await atRest();
  });

  it('then cost nothing', async () => {
    await settled(scope);
    const since = await mark(scope);
    await settled(scope);
    expect(await writesSince(since)).toEqual([]);
    await atRest();
  });

  it('cost nothing either when the operator restarts once more and looks at all of them', async () => {
    const since = await mark(scope);
    await restart(scope);
    await restarted(scope);
    const hasLooked = async (): Promise<boolean> => {
      const metrics = await metricsOf(await scope.operator.leader());
      const reconciles = samplesIn(metrics, 'controller_runtime_reconcile_total');
      return reconciles.reduce((sum, count) => sum + count, 0) >= targets.length * 0.8;
    };
    await until('it has looked at all of them', hasLooked, patience);
    await idle(scope);
    expect(await writesSince(since)).toEqual([]);
    await atRest();
  });

  it('never made the operator ask for what it is not granted', async () => {
    expect(await notAuthorized(scope)).toEqual([]);
  });
});
