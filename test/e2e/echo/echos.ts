import { Echo, ScheduledEcho } from '../../../operator/src/kubewright.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition, awaitReady, type WantedCondition, awaitCondition } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

export type StoredEcho = ResourceOf<typeof Echo>;
export type StoredScheduledEcho = ResourceOf<typeof ScheduledEcho>;

/** An image whose Pods are simulated: each runs until the test ends it. */
export const simulatedImage = 'simulated.kubewright.dev/running:1';

/**
 * Options of a scope (a namespace with its own operator) whose operator runs both controllers. Pods really run and
 * print.
 */
export const printing = {
  controllers: ['echo', 'scheduled-echo'],
  witness: async (scope, name) => {
    const both = await apply(scope, buildEcho(scope, name), buildScheduledEcho(scope, name, { suspend: true }));
    await Promise.all([
      awaitReadyReported(scope, name),
      awaitReady(scope.client.resource(ScheduledEcho), toKey(scope, name)),
    ]);
    return both;
  },
} as const satisfies ScopeOptions;

/** Like `printing`, but Pods are simulated: each runs until a test ends it (`endPods`). */
export const simulated = { ...printing, settings: { echoImage: simulatedImage } } as const satisfies ScopeOptions;

export function buildEcho({ namespace }: Pick<Scope, 'namespace'>, name: string, message = 'Hola'): Manifest {
  return {
    ...{ apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo' },
    metadata: { namespace, name },
    ...{ spec: { message } },
  };
}

/** The manifest of a ScheduledEcho, which by default is due once a year. */
export function buildScheduledEcho(
  { namespace }: Pick<Scope, 'namespace'>,
  name: string,
  spec: Readonly<Record<string, unknown>> = {},
): Manifest {
  return {
    ...{ apiVersion: 'mmontes.io/v1alpha1', kind: 'ScheduledEcho' },
    metadata: { namespace, name },
    ...{ spec: { message: 'Hola', schedule: '@yearly', ...spec } },
  };
}

export function apply(scope: Scope, ...manifests: readonly Manifest[]): Promise<readonly KubeObject[]> {
  return applyManifests(scope.client, manifests);
}

function awaitReadyReported(scope: Scope, name: string): Promise<StoredEcho> {
  return until(`${name} has the condition Ready`, async () => {
    const now = await getEcho(scope, name);
    return findCurrentCondition(now, 'Ready') !== undefined && now;
  });
}

export function getEcho(scope: Scope, name: string): Promise<StoredEcho> {
  return scope.client.resource(Echo).get(toKey(scope, name));
}

export function awaitEcho(scope: Scope, name: string, reason: string): Promise<StoredEcho> {
  return awaitCondition(scope.client.resource(Echo), toKey(scope, name), wantReady(reason));
}

export function awaitScheduledEcho(scope: Scope, name: string, reason: string): Promise<StoredScheduledEcho> {
  return awaitCondition(scope.client.resource(ScheduledEcho), toKey(scope, name), wantReady(reason));
}

function wantReady(reason: string): WantedCondition {
  const status = ['Echoed', 'Scheduled', 'Suspended'].includes(reason) ? 'True' : 'False';
  return { type: 'Ready', status, reason };
}

export function setMessage(scope: Scope, name: string, message: string): Promise<StoredEcho> {
  return scope.client.resource(Echo).mergePatch(toKey(scope, name), { spec: { message } });
}

export function findJob(scope: Scope, name: string): Promise<Job | undefined> {
  return scope.client.resource(Job).tryGet(toKey(scope, name));
}

export function awaitNewJob(scope: Scope, name: string, before?: Job): Promise<Job> {
  return until(`${name} has a new Job`, async () => {
    const job = await findJob(scope, name);
    return job !== undefined && job.metadata.uid !== before?.metadata.uid && job;
  });
}

export function findCronJob(scope: Scope, name: string): Promise<CronJob | undefined> {
  return scope.client.resource(CronJob).tryGet(toKey(scope, name));
}
