import {
  condition,
  type ConditionInput,
  type Deployment,
  formatObject,
  tryFindCondition,
  type Pod,
  rolloutConditions,
  getRollout,
  type Service,
  type StatusInput,
} from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { buildPodLabels } from './desired.ts';

type Status = StatusInput<NonNullable<Memcached['status']>>;

/** The cached objects on which the status depends. */
export interface ObservedObjects {
  readonly deployment: Deployment;
  /** All Pods of the namespace, also those of other owners. */
  readonly pods: readonly Pod[];
  /** The Service; absent until it is created. */
  readonly service?: Service;
}

export function buildMemcachedStatus(memcached: Memcached, { deployment, pods, service }: ObservedObjects): Status {
  const rollout = rolloutConditions(deployment, memcached.spec.size, service === undefined ? [] : [service]);
  return {
    nodes: listNodes(memcached, pods),
    replicas: deployment.status?.replicas ?? 0,
    readyReplicas: deployment.status?.readyReplicas ?? 0,
    availableReplicas: deployment.status?.availableReplicas ?? 0,
    selector: Object.entries(buildPodLabels(memcached))
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
    conditions: [...rollout, buildDegradedCondition(memcached, deployment)],
  };
}

/** Builds the status while a Deployment with another selector is terminating, before it is replaced. */
export function buildReplacingStatus(memcached: Memcached, observed: ObservedObjects): Status {
  const message = `${formatObject(observed.deployment)} has an immutable selector from an older operator; it is deleted and created again.`;
  const ready = condition('Ready', false, { reason: 'Replacing', message });
  const status = buildMemcachedStatus(memcached, observed);
  return { ...status, conditions: [...(status.conditions ?? []).filter(({ type }) => type !== 'Ready'), ready] };
}

/**
 * The names of the Pods, except for terminating and ended ones. They are sorted, so that the same Pods always give the
 * same list.
 */
export function listNodes(memcached: Memcached, pods: readonly Pod[]): readonly string[] {
  const labels = Object.entries(buildPodLabels(memcached));
  return pods
    .filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded')
    .map(({ metadata }) => metadata.name)
    .sort();
}

/**
 * Builds the condition Degraded. It is True if somebody should act, so neither during a rollout nor during a resize.
 */
function buildDegradedCondition(memcached: Memcached, deployment: Deployment): ConditionInput {
  const { available, wanted, rolledOut, problem } = getRollout(deployment, memcached.spec.size);
  if (problem !== undefined) return condition('Degraded', true, problem);
  if (available < wanted && rolledOut && wasAvailable(memcached)) {
    const message = `${formatObject(deployment)} has lost availability: ${String(available)} of ${String(wanted)} available.`;
    return condition('Degraded', true, { reason: 'PodsLost', message });
  }
  return condition('Degraded', false, {
    reason: 'AsExpected',
    message: `${formatObject(deployment)} has not lost replicas and its rollout is not stuck.`,
  });
}

/**
 * Whether enough Pods have been available since the last change of the spec. Stays true while too few are available,
 * because Degraded is True then.
 */
function wasAvailable({ metadata, status }: Memcached): boolean {
  return ['Available', 'Degraded'].some((type) => {
    const stated = tryFindCondition(status?.conditions, type);
    return stated?.status === 'True' && stated.observedGeneration === metadata.generation;
  });
}
