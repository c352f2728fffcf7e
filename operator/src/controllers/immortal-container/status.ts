import {
  condition,
  formatObject,
  tryFindCondition,
  type ConditionInput,
  type Pod,
  type StatusInput,
} from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { findChange, containerName, resolvePodState, ordinalAnnotation, getPodName } from './desired.ts';

type Status = StatusInput<NonNullable<ImmortalContainer['status']>>;

/** @param startTimes the number of Pods that the operator has created so far */
export function buildContainerStatus(container: ImmortalContainer, pod: Pod | undefined, startTimes: number): Status {
  return { currentPod: pod?.metadata.name ?? '', startTimes, conditions: [buildReadyCondition(container, pod)] };
}

function buildReadyCondition(container: ImmortalContainer, pod: Pod | undefined): ConditionInput {
  const not = (reason: string, message: string): ConditionInput => condition('Ready', false, { reason, message });
  const title = formatObject({ kind: 'Pod', metadata: { ...container.metadata, name: getPodName(container) } });
  if (pod === undefined) return not('PodMissing', `${title} does not exist and is being created.`);
  switch (resolvePodState(container, pod)) {
    case 'terminating':
      return not('PodTerminating', `${title} is terminating; the next one is created once it no longer exists.`);
    case 'ended':
      return not('PodEnded', `${title} has terminated (${formatEnd(pod)}) and is being replaced.`);
    case 'outdated':
      return findChange(container, pod) === 'image'
        ? not('ImageChanged', `${title} does not run spec.image and is being replaced.`)
        : not(
            'SettingsChanged',
            `${title} has outdated resources or an outdated security context and is being replaced.`,
          );
    case 'upToDate':
      if (tryFindCondition(pod, 'Ready')?.status !== 'True')
        return not('PodNotReady', `${title} is not ready: ${describeObstacle(pod)}.`);
      return condition('Ready', true, { reason: 'Ready', message: `${title} is ready.` });
  }
}

/** Formats the end of a Pod: `Failed`, or `Failed: Evicted` if its status has a reason. */
function formatEnd({ status }: Pod): string {
  return [status?.phase, status?.reason].filter(Boolean).join(': ');
}

/**
 * Explains why a Pod is not ready, with a reason from its status. Omits messages of the cluster, because these contain
 * counts and times that change by themselves.
 */
function describeObstacle({ status = {} }: Pod): string {
  return (
    findHaltReason(status) ?? findUnscheduledReason(status) ?? `the phase of the Pod is ${status.phase ?? 'Pending'}`
  );
}

type PodStatus = NonNullable<Pod['status']>;

function findHaltReason({ containerStatuses = [] }: PodStatus): string | undefined {
  const { waiting, terminated } = containerStatuses.find(({ name }) => name === containerName)?.state ?? {};
  return waiting?.reason ?? terminated?.reason;
}

function findUnscheduledReason({ conditions }: PodStatus): string | undefined {
  const scheduled = tryFindCondition(conditions, 'PodScheduled');
  return scheduled?.status === 'False' ? scheduled.reason : undefined;
}

/**
 * Returns the number of Pods so far, which is the highest ordinal. The status decides, with two exceptions: an ordinal
 * that is higher by one counts, because the process may have crashed after it created the Pod and before it wrote the
 * status; and if the status is empty, the ordinal restores it. Any other ordinal is an edit by somebody else, and is
 * overwritten.
 * @param recorded the count in the status, 0 by default
 */
export function countStarts(recorded: number, pod: Pod | undefined): number {
  if (pod === undefined) return recorded;
  const ordinal = readOrdinal(pod);
  if (ordinal === undefined) return Math.max(recorded, 1);
  return recorded === 0 || ordinal === recorded + 1 ? ordinal : recorded;
}

/** Returns the ordinal of the next Pod. It stops at the largest number that every client can represent. */
export function nextOrdinal(count: number): number {
  return Math.min(count + 1, Number.MAX_SAFE_INTEGER);
}

function readOrdinal({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[ordinalAnnotation] ?? '';
  const ordinal = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(ordinal) ? ordinal : undefined;
}
