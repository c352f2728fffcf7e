import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { podFor } from '../../../operator/src/controllers/immortal-container/desired.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { asWanted, conditionOf, ready, type WantedCondition, withCondition } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { keyIn, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import type { OwnedChild } from '../children/owned-child.ts';
import { fieldManagerOf } from '../support/applied-fields.ts';

export type StoredContainer = ResourceOf<typeof ImmortalContainer>;

/** A namespace and a client for it: a scope, or a namespace without an operator. */
export type Place = Pick<Scope, 'client' | 'namespace'>;

/** Images whose Pods are simulated. */
export const image = 'example.com/phoenix:1';
export const otherImage = 'example.com/phoenix:2';

/** The field manager of the controller. */
export const fieldManager = fieldManagerOf('immortal-container');

export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';
export const imageAnnotation = 'immortalcontainer.flugel.it/image';

/** The operator of the scope serves only ImmortalContainers. */
export const onlyImmortal = {
  controllers: ['immortal-container'],
  witness: async (scope: Scope, name: string) => [await createReady(scope, name)],
} satisfies ScopeOptions;

/** The manifest of an ImmortalContainer, as a user writes it. */
export function container(namespace: string, name: string, spec: Record<string, unknown> = { image }): Manifest {
  return {
    apiVersion: 'immortalcontainer.flugel.it/v1alpha1',
    kind: 'ImmortalContainer',
    metadata: { namespace, name },
    spec,
  } as Manifest;
}

export function podName(name: string): string {
  return `${name}-immortalpod`;
}

/** Applies an ImmortalContainer, and waits until it is Ready. */
export async function createReady(scope: Scope, name: string): Promise<StoredContainer> {
  await applyManifests(scope.client, [container(scope.namespace, name)]);
  return readyAgain(scope, name);
}

/** An ImmortalContainer as it is stored now. */
export function stored({ client, namespace }: Place, name: string): Promise<StoredContainer> {
  return client.resource(ImmortalContainer).get({ namespace, name });
}

/** Waits until an ImmortalContainer is Ready. */
export function readyAgain(scope: Scope, name: string): Promise<StoredContainer> {
  return ready(scope.client.resource(ImmortalContainer), keyIn(scope, name));
}

/** Waits until an ImmortalContainer is Ready and has counted to `startTimes`. */
export function started(scope: Scope, name: string, startTimes: number): Promise<StoredContainer> {
  return until(`${name} is Ready with Pod ${String(startTimes)}`, async () => {
    const now = await stored(scope, name);
    return asWanted(now, now.status?.startTimes === startTimes && conditionOf(now, 'Ready')?.status === 'True');
  });
}

/** Waits until an ImmortalContainer is not Ready, for this reason. */
export function notReady(scope: Scope, name: string, reason: string): Promise<StoredContainer> {
  const wanted: WantedCondition = { type: 'Ready', status: 'False', reason };
  return withCondition(scope.client.resource(ImmortalContainer), keyIn(scope, name), wanted);
}

/** The Pod of an ImmortalContainer, if there is one. */
export function podOf({ client, namespace }: Place, name: string): Promise<Pod | undefined> {
  return client.resource(Pod).tryGet({ namespace, name: podName(name) });
}

/** The Pod of an ImmortalContainer, which exists. */
export async function thePodOf(scope: Place, name: string): Promise<Pod> {
  const pod = await podOf(scope, name);
  if (pod === undefined) throw new Error(`${name} has no Pod`);
  return pod;
}

/** Deletes the Pod of an ImmortalContainer, as a user would. */
export async function deletePod(scope: Place, name: string): Promise<Pod> {
  const pod = await thePodOf(scope, name);
  await scope.client.resource(Pod).delete(pod.metadata, { propagation: 'Background' });
  return pod;
}

/** Sets the status of a Pod, as a kubelet would. */
export async function setPhase(scope: Place, name: string, status: object): Promise<void> {
  const { metadata } = await thePodOf(scope, name);
  await scope.client.resource(Pod).mergePatch(metadata, { status }, { subresource: 'status' });
}

/** Waits until an ImmortalContainer has a Pod other than `before`, and it runs. */
export function nextPod(scope: Place, name: string, before: Pod): Promise<Pod> {
  return until(`${name} has another Pod, and it runs`, async () => {
    const pod = await podOf(scope, name);
    return pod !== undefined && pod.metadata.uid !== before.metadata.uid && pod.status?.phase === 'Running' && pod;
  });
}

/** The Pod, for the suites that hold for every child. */
export const pod: OwnedChild = {
  api: ImmortalContainer,
  child: Pod,
  controller: 'immortal-container',
  manifest: ({ namespace }, name) => container(namespace, name),
  childName: podName,
  desired: (one) => podFor(one as StoredContainer, 1),
  foreignSpec: { containers: [{ name: 'other', image }] },
  unset: {},
  additions: { '/spec/activeDeadlineSeconds': 86_400 },
};
