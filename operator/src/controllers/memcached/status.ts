import {
  condition,
  type ConditionInput,
  type Deployment,
  formatObject,
  tryFindCondition,
  type Pod,
  rolloutConditions,
  rolloutOf,
  type Service,
  type StatusInput,
} from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { podLabels } from './desired.ts';

type Status = StatusInput<NonNullable<Memcached['status']>>;

/** What the caches hold for a Memcached. */
export interface Observed {
  readonly deployment: Deployment;
  /** The Pods of the namespace. */
  readonly pods: readonly Pod[];
  /** Absent until it is created. */
  readonly service?: Service;
}

/** The status, from the children and the Pods of the namespace. */
export function statusFor(memcached: Memcached, { deployment, pods, service }: Observed): Status {
  const rollout = rolloutConditions(deployment, memcached.spec.size, service === undefined ? [] : [service]);
  return {
    nodes: nodesOf(memcached, pods),
    replicas: deployment.status?.replicas ?? 0,
    readyReplicas: deployment.status?.readyReplicas ?? 0,
    availableReplicas: deployment.status?.availableReplicas ?? 0,
    selector: Object.entries(podLabels(memcached))
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
    conditions: [...rollout, degraded(memcached, deployment)],
  };
}

/** The status while a Deployment with another selector is terminating. */
export function replacingStatus(memcached: Memcached, observed: Observed): Status {
  const message = `${formatObject(observed.deployment)} has the selector of an older operator, which is immutable; it is deleted and created again.`;
  const ready = condition('Ready', false, { reason: 'Replacing', message });
  const status = statusFor(memcached, observed);
  return { ...status, conditions: [...(status.conditions ?? []).filter(({ type }) => type !== 'Ready'), ready] };
}

/**
 * The names of its Pods, sorted, so that the same Pods always give the same list; without those that are terminating or
 * have ended.
 */
export function nodesOf(memcached: Memcached, pods: readonly Pod[]): readonly string[] {
  const labels = Object.entries(podLabels(memcached));
  return pods
    .filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded')
    .map(({ metadata }) => metadata.name)
    .sort();
}

/** The condition Degraded: True if a person should act, which a rollout or a resize does not require. */
function degraded(memcached: Memcached, deployment: Deployment): ConditionInput {
  const { available, wanted, rolledOut, problem } = rolloutOf(deployment, memcached.spec.size);
  if (problem !== undefined) return condition('Degraded', true, problem);
  if (available < wanted && rolledOut && hadEnough(memcached)) {
    const message = `${formatObject(deployment)} has lost availability: ${String(available)} of ${String(wanted)} available.`;
    return condition('Degraded', true, { reason: 'PodsLost', message });
  }
  return condition('Degraded', false, {
    reason: 'AsExpected',
    message: `${formatObject(deployment)} has not lost replicas and its rollout is not stuck.`,
  });
}

/**
 * Whether enough Pods were available at some time since the last change of the spec. It stays true while too few are
 * available, because Degraded is then True.
 */
function hadEnough({ metadata, status }: Memcached): boolean {
  return ['Available', 'Degraded'].some((type) => {
    const stated = tryFindCondition(status?.conditions, type);
    return stated?.status === 'True' && stated.observedGeneration === metadata.generation;
  });
}
