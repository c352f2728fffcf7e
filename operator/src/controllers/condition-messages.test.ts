import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Echo } from '../apis/mmontes.io/v1alpha1/echo.ts';
import type { WebServer } from '../apis/my.domain/v1/web-server.ts';
import type { Pet } from '../apis/petstore.example.com/v1alpha1/pet.ts';
import {
  condition,
  type ConditionInput,
  type CronJob,
  type Deployment,
  tryFindCondition,
  type Job,
} from '@kubewright/runtime';
import { type PetStoreReason, PetStoreError } from '../pet-store/client/index.ts';
import { OperatorError } from '../../runtime/src/base/index.ts';
import { ApiError } from '../../runtime/src/client/index.ts';
import { withProgress } from '../../runtime/src/reconcile/status/conditions.ts';
import { refusalOf } from '../../runtime/src/reconcile/status/refusal.ts';
import { reconcileError, statusMessageOf } from '../../runtime/src/reconcile/index.ts';
import { someObject } from '../../runtime/fixtures/some-object.ts';
import { jobFor } from './echo/desired.ts';
import { statusFor as echoStatus } from './echo/status.ts';
import { statusFor as containerStatus } from './immortal-container/status.ts';
import { someContainer, somePod } from './immortal-container/testing/some-pods.ts';
import { replacingStatus, statusFor as memcachedStatus } from './memcached/status.ts';
import { judged, someDeployment, someMemcached } from './memcached/testing/some-memcached.ts';
import { wantedPet } from './pet/desired.ts';
import { PetFixture } from './pet/testing/pet-fixture.ts';
import { Crash, type Step } from './pet/testing/steps.ts';
import { statusFor as scheduledEchoStatus } from './scheduled-echo/status.ts';
import { refused } from './web-server/node-port-taken.ts';
import { statusFor as webServerStatus } from './web-server/status.ts';

type Conditions = readonly ConditionInput[];

const at = '2026-01-01T00:00:00Z';
const going = <T extends { readonly metadata: object }>(object: T): T => ({
  ...object,
  metadata: { ...object.metadata, deletionTimestamp: at },
});
const stated = ({ conditions = [] }: { readonly conditions?: Conditions }): Conditions => conditions;

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** `Ready` after this error. */
function refusal(error: unknown): Conditions {
  const why = refusalOf(error) ?? { reason: reconcileError, message: statusMessageOf(error) };
  return [condition('Ready', false, why)];
}

function answer(status: number, message: string): ApiError {
  return new ApiError('apply it', { status, body: { kind: 'Status', status: 'Failure', message } });
}

/** Conditions that every kind can have. */
const everywhere: readonly Conditions[] = [
  answer(422, 'spec.x: Required value'),
  answer(422, 'provided port is already allocated'),
  answer(403, 'exceeded quota: pods, requested: pods=1, used: pods=2, limited: pods=2'),
  answer(403, 'PersistentVolumeClaim "data" is forbidden: only dynamically provisioned pvc can be resized'),
  answer(500, 'Internal error occurred: failed calling webhook "w.example.com": connection refused'),
  new OperatorError('NAME_CONFLICT', 'apply Service default/web'),
  new OperatorError('SPEC_INVALID', 'read it'),
  new TypeError('the label cannot be read'),
  new Error(''),
].map(refusal);

const failure = (reason: string, message: string): Deployment['status'] => ({
  conditions: [{ type: 'ReplicaFailure', status: 'True', reason, message }],
});
const lost = { conditions: [{ type: 'Progressing', status: 'True' as const, reason: 'NewReplicaSetAvailable' }] };
const complete = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
const exceeded = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'Late.' };

/** A Deployment in every state of a roll-out. */
const deployments: readonly Deployment[] = [
  someDeployment(complete),
  someDeployment({}),
  someDeployment({ ...complete, replicas: 4 }),
  someDeployment({ replicas: 1, ...lost }),
  someDeployment({ replicas: 3 }, { paused: true }),
  someDeployment({ conditions: [exceeded] }),
  someDeployment({ conditions: [{ type: 'Progressing', status: 'False' }] }),
  someDeployment(failure('FailedCreate', 'pods "cache-x" is forbidden: exceeded quota: none')),
  someDeployment({ conditions: [{ type: 'ReplicaFailure', status: 'True' }] }),
  going(someDeployment(complete)),
];

function echoConditions(): readonly Conditions[] {
  const metadata = someObject({ name: 'hello', generation: 2 }).metadata;
  const echo: Echo = { apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo', metadata, spec: { message: 'Hola' } };
  const { spec } = jobFor(echo, 'busybox:1.37') as Pick<Job, 'spec'>;
  const job: Job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec };
  const ended = (type: string): Job => ({ ...job, status: { conditions: [{ type, status: 'True' }] } });
  const jobs = [job, { ...job, spec: { ...spec, suspend: true } }, ended('Complete'), ended('Failed'), going(job)];
  const all = [undefined, ...jobs].map((each) => echoStatus(echo, each));
  return [...all, echoStatus(echo, job, 'exceeded quota: none')].map(stated);
}

function scheduledEchoConditions(): readonly Conditions[] {
  const { metadata } = someObject({ name: 'hello' });
  const spec = { schedule: '* * * * *', suspend: false, jobTemplate: {} };
  const cronJob: CronJob = { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec };
  const all = [cronJob, { ...cronJob, spec: { ...spec, suspend: true } }, going(cronJob)];
  const withoutPod = scheduledEchoStatus(cronJob, 'exceeded quota: none');
  return [...all.map((each) => scheduledEchoStatus(each)), withoutPod].map(stated);
}

function containerConditions(): readonly Conditions[] {
  const container = someContainer();
  const pod = somePod(container, 1);
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
  const pods = [
    ...[undefined, pod, going(pod)],
    ...[somePod(container, 1, { status: ready }), somePod(container, 1, { status: { phase: 'Failed' } })],
    somePod(someContainer({ spec: { image: 'another:1' } }), 1),
  ];
  const secured = someContainer({ spec: { ...container.spec, securityContext: { runAsNonRoot: true } } });
  return [
    ...pods.map((each) => stated(containerStatus(container, each, 1))),
    stated(containerStatus(secured, somePod(container, 1), 1)),
  ];
}

function memcachedConditions(): readonly Conditions[] {
  const all = deployments.map((deployment) => memcachedStatus(judged(2), { deployment, pods: [] }));
  return [...all, replacingStatus(someMemcached(), { deployment: someDeployment({}), pods: [] })].map(stated);
}

function webServerConditions(): readonly Conditions[] {
  const { metadata } = someObject({ name: 'home' });
  const spec = { image: 'nginx:1.27', replicas: 3, nodePort: 30_010 };
  const server: WebServer = { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec };
  const taken = new OperatorError('API_INVALID', 'apply', { hint: 'provided port is already allocated' });
  const without = refusal(thrownBy(() => refused(taken, server, { by: () => [] })));
  return [...deployments.map((deployment) => stated(webServerStatus(server, deployment))), without];
}

async function petConditions(): Promise<readonly Conditions[]> {
  const spec = { name: 'Thor', type: 'dog', birthday: '2021-04-01' } as const;
  async function after(step: (one: Step) => void): Promise<Conditions> {
    await using fixture = new PetFixture();
    await fixture.apply('pet', spec);
    fixture.onStep = step;
    await fixture.settled();
    const found = stated(fixture.pet('pet')?.status ?? {});
    expect(found).not.toEqual([]);
    return found.filter(({ type }) => type === 'Ready' || type === 'Synced');
  }
  const reasons: readonly PetStoreReason[] = ['Unavailable', 'Garbage', 'Invalid', 'NotFound'];
  const failing = reasons.map((reason) =>
    after(({ what }) => {
      if (what === 'search') throw new PetStoreError(reason);
    }),
  );
  const ended = after(({ what }) => {
    if (what === 'add') throw new Crash();
  });
  const blank: Pet = { ...someObject({ name: 'pet' }), spec: { ...spec, name: ' ' } };
  const withoutName = refusal(thrownBy(() => wantedPet(blank)));
  return [...(await Promise.all([...failing, ended, after(() => undefined)])), withoutName];
}

const kinds: Readonly<Record<string, readonly Conditions[]>> = {
  echo: echoConditions(),
  'immortal-container': containerConditions(),
  memcached: memcachedConditions(),
  pet: await petConditions(),
  'scheduled-echo': scheduledEchoConditions(),
  'web-server': webServerConditions(),
};
const rows = Object.entries(kinds).flatMap(([kind, own]) =>
  [...own, ...everywhere].map((conditions) => ({ kind, conditions: withProgress(conditions) })),
);
const readyOf = (conditions: Conditions): ConditionInput => {
  const ready = tryFindCondition(conditions, 'Ready');
  if (ready === undefined) throw new Error(`nothing is said of Ready: ${JSON.stringify(conditions)}`);
  return ready;
};
/** The conditions to check, by kind and reason of `Ready`. */
const pairs = Map.groupBy(rows, ({ kind, conditions }) => `${kind} ${readyOf(conditions).reason}`);

/** Texts that have no information, or that contradict a problem. */
const banned =
  /What is\.|Nothing needs a look|Nothing waits for a person|\b1 of 1 Pods are|\bundefined\b|\[object|\.\.$|: \.?$/;
const literal = /(?:reason: |notReady\(|\bnot\()'([A-Z][A-Za-z]+)'/g;

/** While Ready is not True, what follows from it repeats its message, and no condition says that nothing is wrong. */
function expectNoDenial(conditions: Conditions): void {
  const { status, message } = readyOf(conditions);
  if (status === 'True') return;
  const progress = conditions.filter(({ type }) => type === 'Reconciling' || type === 'Stalled');
  expect(progress.map((each) => each.message)).toEqual([message]);
  for (const each of conditions)
    expect(each.message, each.type).not.toMatch(/\bnothing\b|\bno one\b|\bnobody\b|\bcomplete\b/i);
}

describe('the messages of the conditions', () => {
  it.each([...pairs])('of %s are complete sentences', (_pair, ofPair) => {
    for (const { conditions } of ofPair) {
      for (const { type, message } of conditions) {
        expect(message.trim(), type).not.toBe('');
        expect(message, type).not.toMatch(banned);
      }
    }
  });

  it('never say that nothing is wrong while Ready is False', () => {
    for (const { conditions } of rows) expectNoDenial(conditions);
  });

  it.each(Object.keys(kinds))('are checked for every reason in the sources of %s', (kind) => {
    const folder = path.join(import.meta.dirname, kind);
    const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const named = sources.flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(literal)].map(([, reason = '']) => reason),
    );
    const ofKind = rows.filter((row) => row.kind === kind).flatMap(({ conditions }) => conditions);
    const reasons = new Set(ofKind.map(({ reason }) => reason));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((reason) => !reasons.has(reason))).toEqual([]);
  });
});
