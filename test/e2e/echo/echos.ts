import { Echo, ScheduledEcho } from '../../../operator/src/apis/index.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { CronJob, Job } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, ready, type WantedCondition, withCondition } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { keyIn, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

export type StoredEcho = ResourceOf<typeof Echo>;
export type StoredScheduledEcho = ResourceOf<typeof ScheduledEcho>;

/** An image whose Pods are simulated: they run until a test ends them. */
export const simulatedImage = 'simulated.kubewright.dev/running:1';

/** A scope that serves both kinds, whose Pods really print. */
export const printing = {
  controllers: ['echo', 'scheduled-echo'],
  witness: async (scope, name) => {
    const both = await apply(scope, echo(scope, name), scheduledEcho(scope, name, { suspend: true }));
    await Promise.all([seen(scope, name), ready(scope.client.resource(ScheduledEcho), keyIn(scope, name))]);
    return both;
  },
} as const satisfies ScopeOptions;

/** The same, but each Pod runs until a test ends it (`endPodsOf`). */
export const simulated = { ...printing, settings: { echoImage: simulatedImage } } as const satisfies ScopeOptions;

/** An Echo as a person writes it. */
export function echo({ namespace }: Pick<Scope, 'namespace'>, name: string, message = 'Hola'): Manifest {
  return {
    ...{ apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo' },
    metadata: { namespace, name },
    ...{ spec: { message } },
  };
}

/** A ScheduledEcho as a person writes it; nothing is due for a long time. */
export function scheduledEcho(
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

/** Waits until the operator has said something of an Echo's newest generation. */
function seen(scope: Scope, name: string): Promise<StoredEcho> {
  return until(`${name} was seen`, async () => {
    const now = await storedEcho(scope, name);
    return conditionOf(now, 'Ready') !== undefined && now;
  });
}

export function storedEcho(scope: Scope, name: string): Promise<StoredEcho> {
  return scope.client.resource(Echo).get(keyIn(scope, name));
}

export function echoWith(scope: Scope, name: string, reason: string): Promise<StoredEcho> {
  return withCondition(scope.client.resource(Echo), keyIn(scope, name), readyBecause(reason));
}

export function scheduledEchoWith(scope: Scope, name: string, reason: string): Promise<StoredScheduledEcho> {
  return withCondition(scope.client.resource(ScheduledEcho), keyIn(scope, name), readyBecause(reason));
}

/** `Ready` with a reason, and the status that goes with it. */
function readyBecause(reason: string): WantedCondition {
  const status = ['Echoed', 'Scheduled', 'Suspended'].includes(reason) ? 'True' : 'False';
  return { type: 'Ready', status, reason };
}

/** Changes the message of an Echo as a person would. */
export function say(scope: Scope, name: string, message: string): Promise<StoredEcho> {
  return scope.client.resource(Echo).mergePatch(keyIn(scope, name), { spec: { message } });
}

export function jobOf(scope: Scope, name: string): Promise<Job | undefined> {
  return scope.client.resource(Job).tryGet(keyIn(scope, name));
}

/** The Job of an Echo, once there is one, and another than `before`. */
export function newJobOf(scope: Scope, name: string, before?: Job): Promise<Job> {
  return until(`${name} has a new Job`, async () => {
    const job = await jobOf(scope, name);
    return job !== undefined && job.metadata.uid !== before?.metadata.uid && job;
  });
}

export function cronJobOf(scope: Scope, name: string): Promise<CronJob | undefined> {
  return scope.client.resource(CronJob).tryGet(keyIn(scope, name));
}
