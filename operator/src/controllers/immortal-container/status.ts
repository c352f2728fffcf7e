import { condition, findCondition, type ConditionInput, type Pod, type StatusInput } from '../../index.ts';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { containerName } from './desired.ts';
import { fateOf } from './fate.ts';

type Status = StatusInput<NonNullable<ImmortalContainer['status']>>;

/** What is. @param startTimes how many Pods there were */
export function statusFor(container: ImmortalContainer, pod: Pod | undefined, startTimes: number): Status {
  return { currentPod: pod?.metadata.name ?? '', startTimes, conditions: [readyFor(container, pod)] };
}

function readyFor(container: ImmortalContainer, pod: Pod | undefined): ConditionInput {
  const not = (reason: string, message: string): ConditionInput => condition('Ready', false, { reason, message });
  if (pod === undefined) return not('PodMissing', 'There is no Pod; the next one is being made.');
  const { name } = pod.metadata;
  switch (fateOf(container, pod)) {
    case 'going':
      return not('PodTerminating', `Pod ${name} is being deleted; the next one is made when it is gone.`);
    case 'ended':
      return not('PodEnded', `Pod ${name} has ended (${endOf(pod)}) and is being replaced.`);
    case 'outdated':
      return not('ImageChanged', `Pod ${name} runs another image and is being replaced.`);
    case 'keep':
      if (findCondition(pod.status?.conditions, 'Ready')?.status !== 'True')
        return not('PodNotReady', `Pod ${name} is not ready: ${obstacleOf(pod)}.`);
      return condition('Ready', true, { reason: 'Ready', message: `Pod ${name} is ready.` });
  }
}

/** `Failed`, or `Failed: Evicted` where the cluster says why. */
function endOf({ status }: Pod): string {
  return [status?.phase, status?.reason].filter(Boolean).join(': ');
}

/** What holds a Pod up, in the cluster's words, and only in such as do not change by themselves (no counts, no times). */
function obstacleOf({ status = {} }: Pod): string {
  return haltOf(status) ?? unscheduled(status) ?? `it is ${status.phase ?? 'Pending'}`;
}

type PodStatus = NonNullable<Pod['status']>;

/** Why its container does not run. */
function haltOf({ containerStatuses = [] }: PodStatus): string | undefined {
  const { waiting, terminated } = containerStatuses.find(({ name }) => name === containerName)?.state ?? {};
  return waiting?.reason ?? terminated?.reason;
}

/** Why no node takes it. */
function unscheduled({ conditions }: PodStatus): string | undefined {
  const scheduled = findCondition(conditions, 'PodScheduled');
  return scheduled?.status === 'False' ? scheduled.reason : undefined;
}
