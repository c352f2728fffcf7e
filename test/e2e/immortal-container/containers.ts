import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { buildImmortalPod } from '../../../operator/src/controllers/immortal-container/desired.ts';
import type { ResourceOf } from '../../../operator/runtime/src/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import {
  requireWanted,
  findCurrentCondition,
  awaitReady,
  type WantedCondition,
  awaitCondition,
} from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import type { OwnedChild } from '../children/owned-child.ts';
import { formatFieldManager } from '../support/applied-fields.ts';

export type StoredContainer = ResourceOf<typeof ImmortalContainer>;

/** A namespace and a client for it, with or without an operator. */
export type Place = Pick<Scope, 'client' | 'namespace'>;

/** Images whose Pods are simulated. */
export const image = 'example.com/phoenix:1';
export const otherImage = 'example.com/phoenix:2';

export const fieldManager = formatFieldManager('immortal-container');

export const ordinalAnnotation = 'immortalcontainer.flugel.it/ordinal';
export const imageAnnotation = 'immortalcontainer.flugel.it/image';

/** Options of a scope whose operator serves only ImmortalContainers. */
export const onlyImmortal = {
  controllers: ['immortal-container'],
  witness: async (scope: Scope, name: string) => [await createReady(scope, name)],
} satisfies ScopeOptions;

export function buildContainer(namespace: string, name: string, spec: Record<string, unknown> = { image }): Manifest {
  return {
    apiVersion: 'immortalcontainer.flugel.it/v1alpha1',
    kind: 'ImmortalContainer',
    metadata: { namespace, name },
    spec,
  } as Manifest;
}

export function formatPodName(name: string): string {
  return `${name}-immortalpod`;
}

export async function createReady(scope: Scope, name: string): Promise<StoredContainer> {
  await applyManifests(scope.client, [buildContainer(scope.namespace, name)]);
  return awaitReadyAgain(scope, name);
}

export function getImmortalContainer({ client, namespace }: Place, name: string): Promise<StoredContainer> {
  return client.resource(ImmortalContainer).get({ namespace, name });
}

export function awaitReadyAgain(scope: Scope, name: string): Promise<StoredContainer> {
  return awaitReady(scope.client.resource(ImmortalContainer), toKey(scope, name));
}

/** Waits until an ImmortalContainer is Ready and has counted to `startTimes`. */
export function awaitStarted(scope: Scope, name: string, startTimes: number): Promise<StoredContainer> {
  return until(`${name} is Ready with Pod ${String(startTimes)}`, async () => {
    const now = await getImmortalContainer(scope, name);
    return requireWanted(
      now,
      now.status?.startTimes === startTimes && findCurrentCondition(now, 'Ready')?.status === 'True',
    );
  });
}

export function awaitNotReady(scope: Scope, name: string, reason: string): Promise<StoredContainer> {
  const wanted: WantedCondition = { type: 'Ready', status: 'False', reason };
  return awaitCondition(scope.client.resource(ImmortalContainer), toKey(scope, name), wanted);
}

export function findPod({ client, namespace }: Place, name: string): Promise<Pod | undefined> {
  return client.resource(Pod).tryGet({ namespace, name: formatPodName(name) });
}

export async function getPod(scope: Place, name: string): Promise<Pod> {
  const pod = await findPod(scope, name);
  if (pod === undefined) throw new Error(`${name} has no Pod`);
  return pod;
}

export async function deletePod(scope: Place, name: string): Promise<Pod> {
  const pod = await getPod(scope, name);
  await scope.client.resource(Pod).delete(pod.metadata, { propagation: 'Background' });
  return pod;
}

/** Sets the status of a Pod, as a kubelet would. */
export async function setPhase(scope: Place, name: string, status: object): Promise<void> {
  const { metadata } = await getPod(scope, name);
  await scope.client.resource(Pod).mergePatch(metadata, { status }, { subresource: 'status' });
}

/** Waits until an ImmortalContainer has a running Pod other than `before`. */
export function awaitNextPod(scope: Place, name: string, before: Pod): Promise<Pod> {
  return until(`${name} has another running Pod`, async () => {
    const pod = await findPod(scope, name);
    return pod !== undefined && pod.metadata.uid !== before.metadata.uid && pod.status?.phase === 'Running' && pod;
  });
}

/** The Pod as a child, for the suites that run for every child. */
export const pod: OwnedChild = {
  api: ImmortalContainer,
  child: Pod,
  controller: 'immortal-container',
  manifest: ({ namespace }, name) => buildContainer(namespace, name),
  childName: formatPodName,
  desired: (one) => buildImmortalPod(one as StoredContainer, 1),
  foreignSpec: { containers: [{ name: 'other', image }] },
  unset: {},
  additions: { '/spec/activeDeadlineSeconds': 86_400 },
};
