/**
 * ImmortalContainer: a Pod that is created again whenever it is deleted or ends, and a count of its Pods.
 *
 * - `desired`: builds the Pod from the ImmortalContainer and the ordinal of the Pod; finds the state of an existing Pod
 * - `status`: builds the status from the ImmortalContainer and its Pod; counts the Pods correctly, even after edits and
 *   crashes
 * - `testing`: a cluster of one ImmortalContainer, for the unit tests
 *
 * @module
 */
import {
  defineDependencies,
  owns,
  Pod,
  defineController,
  awaitChange,
  requeueAfter,
  type ContextOf,
  type ControllerDefinition,
  type Action,
} from '@kubewright/runtime';
import { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { findChange, resolvePodState, buildImmortalPod, getPodName, computeRestMs } from './desired.ts';
import { countStarts, nextOrdinal, buildContainerStatus } from './status.ts';

const dependencies = defineDependencies({
  owns: { pods: owns(Pod, { delete: true }) },
  // Counts that are not in the status yet, by the uid of the resource.
  uses: { uncounted: () => new Map<string, number>() },
});

type Context = ContextOf<typeof ImmortalContainer, typeof dependencies>;

export const immortalContainer: ControllerDefinition = defineController(ImmortalContainer, {
  ...dependencies,
  reconcile,
});

/** Keeps the Pod, or replaces it with the next one. */
export async function reconcile(container: ImmortalContainer, context: Context): Promise<Action> {
  const { pods, status, uncounted, clock } = context;
  const name = getPodName(container);
  const pod = pods.get(name) ?? (await pods.getLive(name));
  const count = countNow(container, pod, uncounted);
  status.set(buildContainerStatus(container, pod, count));
  if (pod === undefined) return createNext(container, count, context);

  const state = resolvePodState(container, pod);
  if (state === 'upToDate') {
    const kept = await pods.apply(buildImmortalPod(container, count));
    status.set(buildContainerStatus(container, kept, count));
    return awaitChange;
  }
  if (state === 'ended' && computeRestMs(pod, clock) > 0) return requeueAfter(computeRestMs(pod, clock));
  if (state !== 'terminating') {
    // Saves the count before the Pod and its ordinal are deleted: afterwards only the status has it.
    await status.save(buildContainerStatus(container, pod, count));
    if (await pods.delete(name, { note: whyReplaced(container, pod) })) return createNext(container, count, context);
  }
  return awaitChange;
}

function whyReplaced(container: ImmortalContainer, pod: Pod): string {
  const changed = findChange(container, pod);
  if (changed === 'image') return `spec.image is now ${container.spec.image}`;
  if (changed === 'settings') return 'spec.resources or spec.securityContext has changed';
  return `the phase of the Pod is ${pod.status?.phase ?? 'Unknown'}`;
}

async function createNext(container: ImmortalContainer, count: number, context: Context): Promise<Action> {
  const { pods, status, uncounted } = context;
  const { uid } = container.metadata;
  // An ordinal may be ahead of the status by one, never by two: see `countStarts`.
  if (uncounted.has(uid)) await status.save(buildContainerStatus(container, undefined, count));
  status.set(buildContainerStatus(container, undefined, count));
  const ordinal = nextOrdinal(count);
  const pod = await pods.apply(buildImmortalPod(container, ordinal));
  // Remembers the count in case saving the status fails with a conflict and the Pod is deleted before the next
  // reconcile.
  uncounted.set(uid, ordinal);
  await status.save(buildContainerStatus(container, pod, ordinal));
  uncounted.delete(uid);
  return awaitChange;
}

/** Returns the count, and remembers it until the status has it. */
function countNow(container: ImmortalContainer, pod: Pod | undefined, uncounted: Context['uncounted']): number {
  const { uid } = container.metadata;
  const written = container.status?.startTimes ?? 0;
  const count = countStarts(Math.max(written, uncounted.get(uid) ?? 0), pod);
  if (count > written) uncounted.set(uid, count);
  else uncounted.delete(uid);
  return count;
}
