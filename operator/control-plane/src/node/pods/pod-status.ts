import type { ContainerStatus, Pod, PodCondition, PodStatus } from '@kubewright/runtime/kinds';
import type { PodPlacement } from '../environment/index.ts';
import { computePhase, type RestartPolicy } from './pod-phase.ts';

export interface PodStatusInput {
  /** The newest version of the Pod. It has the conditions of its readiness gates, which other clients set. */
  readonly pod: Pod;
  readonly initContainers: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  /** The address and the node of the Pod. Absent while the Pod has no address. */
  readonly place?: PodPlacement;
  /** Whether the volumes of the Pod are mounted, so that containers can start. */
  readonly prepared: boolean;
  /** Whether the Pod is terminating, so that containers are not restarted. */
  readonly over: boolean;
  readonly startTime: string;
  /** The last reported status, which provides the transition times of unchanged conditions. */
  readonly before: PodStatus | undefined;
  readonly now: string;
}

/** Builds the status that a node reports for a Pod, without `PodScheduled` and conditions of other clients. */
export function buildPodStatus(input: PodStatusInput): PodStatus {
  const { pod, initContainers, containers, place, over, startTime } = input;
  const policy = getRestartPolicy(pod);
  const phase = computePhase({ policy, initContainers, containers, over });
  const { generation } = pod.metadata;
  return {
    phase,
    startTime,
    ...(generation !== undefined && { observedGeneration: generation }),
    ...(place && {
      hostIP: place.hostIP,
      hostIPs: [{ ip: place.hostIP }],
      podIP: place.podIP,
      podIPs: [{ ip: place.podIP }],
    }),
    ...(initContainers.length > 0 && { initContainerStatuses: initContainers }),
    containerStatuses: containers,
    conditions: buildConditions(input, phase).map((condition) => addTransitionTime(condition, input)),
  };
}

/** The restart policy of a Pod, with the API server's default. */
export function getRestartPolicy({ spec }: Pod): RestartPolicy {
  return spec.restartPolicy ?? 'Always';
}

type ConditionDraft = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

function buildConditions(input: PodStatusInput, phase: PodStatus['phase']): ConditionDraft[] {
  const containersReady = buildContainersReady(input, phase);
  return [
    { type: 'PodReadyToStartContainers', status: input.prepared ? 'True' : 'False' },
    buildInitialized(input, phase),
    { type: 'ContainersReady', ...containersReady },
    { type: 'Ready', ...(containersReady.status === 'True' ? buildReadinessGates(input.pod) : containersReady) },
  ];
}

function buildInitialized({ initContainers, containers }: PodStatusInput, phase: PodStatus['phase']): ConditionDraft {
  const type = 'Initialized';
  if (phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' };
  if (containers.some(({ state, lastState }) => !state?.waiting || lastState)) return { type, status: 'True' };
  const incomplete = initContainers.filter(({ state }) => state?.terminated?.exitCode !== 0);
  if (incomplete.length === 0) return { type, status: 'True' };
  const message = `containers with incomplete status: [${joinNames(incomplete)}]`;
  return { type, status: 'False', reason: 'ContainersNotInitialized', message };
}

function buildContainersReady({ containers }: PodStatusInput, phase: PodStatus['phase']): Omit<ConditionDraft, 'type'> {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = containers.filter(({ ready }) => !ready);
  if (unready.length === 0) return { status: 'True' };
  const message = `containers with unready status: [${joinNames(unready)}]`;
  return { status: 'False', reason: 'ContainersNotReady', message };
}

function buildReadinessGates({ spec, status }: Pod): Omit<ConditionDraft, 'type'> {
  const unmet = (spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = status?.conditions?.find(({ type }) => type === conditionType);
    if (condition === undefined)
      return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    if (condition.status === 'True') return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`];
  });
  if (unmet.length === 0) return { status: 'True' };
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: unmet.join(', ') };
}

function joinNames(statuses: readonly ContainerStatus[]): string {
  return statuses.map(({ name }) => name).join(' ');
}

function addTransitionTime(finding: ConditionDraft, { before, now, pod }: PodStatusInput): PodCondition {
  const same = before?.conditions?.find(({ type, status }) => type === finding.type && status === finding.status);
  const { generation } = pod.metadata;
  return {
    ...finding,
    lastTransitionTime: same?.lastTransitionTime ?? now,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}
