import { formatObject, isTerminating, type KubeObject } from '../../base/index.ts';
import type { Deployment } from '../../kinds/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/index.ts';

type ConditionReason = Pick<ConditionInput, 'reason' | 'message'>;

/** The progress of a Deployment towards its newest spec. */
export interface Rollout {
  /** The number of desired Pods. */
  readonly wanted: number;
  /** Available Pods of any template. */
  readonly available: number;
  /** Pods of the newest template. */
  readonly updated: number;
  /** Every Pod is available and has the newest template, and no old Pod is left. */
  readonly done: boolean;
  /** The Deployment has completed a rollout of the newest template. Pods may be missing now, or be added by scaling. */
  readonly rolledOut: boolean;
  /**
   * A problem to act on: Pods cannot be created, or the rollout is paused or stuck. Quotes the Deployment, but omits
   * the names of Pods that were never created.
   */
  readonly problem: Pick<ConditionInput, 'reason' | 'message'> | undefined;
}

/**
 * Computes the rollout of a Deployment. Ignores the status of an older template.
 *
 * @param wanted the number of desired Pods
 */
export function getRollout(deployment: Deployment, wanted: number): Rollout {
  const { replicas = 0, availableReplicas: available = 0 } = deployment.status ?? {};
  const updated = countUpdated(deployment);
  const complete = [updated, available, replicas].every((count) => count === wanted);
  return {
    wanted,
    available,
    updated,
    done: complete && !isTerminating(deployment),
    rolledOut: findNewestCondition(deployment, 'Progressing')?.reason === 'NewReplicaSetAvailable',
    problem: findCreateFailure(deployment) ?? findHalt(deployment, wanted),
  };
}

/**
 * The conditions `Available`, `Progressing` and `Ready` of an object whose Pods belong to one Deployment.
 *
 * `Ready` is true once every Pod is available and has the newest template, and no old one is left; also if none is
 * desired. Until then its reason is the `problem`, if any, and a Warning event reports it. While a child is
 * terminating, `Ready` is false, because a terminating object cannot be updated.
 *
 * @param beside the other children that readiness requires, if they exist
 */
export function rolloutConditions(
  deployment: Deployment,
  wanted: number,
  beside: readonly KubeObject[] = [],
): readonly ConditionInput[] {
  const rollout = getRollout(deployment, wanted);
  const enough = rollout.available >= wanted;
  const availability = {
    reason: enough ? 'AllAvailable' : 'PodsMissing',
    message: describeAvailability(deployment, rollout),
  };
  return [
    condition('Available', enough, availability),
    buildProgressing(deployment, rollout),
    buildReady(deployment, rollout, beside),
  ];
}

function buildProgressing(deployment: Deployment, rollout: Rollout): ConditionInput {
  const { done, wanted } = rollout;
  if (isTerminating(deployment)) return condition('Progressing', true, buildReplacing(deployment));
  const stuck = findHalt(deployment, wanted);
  if (stuck !== undefined) return condition('Progressing', false, stuck);
  return condition('Progressing', !done, {
    reason: done ? 'Complete' : 'RollingOut',
    message: describeProgress(deployment, rollout),
  });
}

function buildReady(deployment: Deployment, rollout: Rollout, beside: readonly KubeObject[]): ConditionInput {
  const { done, problem } = rollout;
  if (isTerminating(deployment)) return condition('Ready', false, buildReplacing(deployment));
  if (!done && problem !== undefined) return { ...condition('Ready', false, problem), emitsWarning: true };
  const terminating = beside.find(isTerminating);
  if (terminating !== undefined) return condition('Ready', false, buildReplacing(terminating));
  const message = describeProgress(deployment, rollout);
  return condition('Ready', done, { reason: done ? 'Ready' : 'RollingOut', message });
}

/**
 * Does not compare with the minimum availability: that is the Deployment's own condition, and with `maxUnavailable`
 * fewer Pods satisfy it.
 */
function describeAvailability(deployment: Deployment, { available, wanted }: Rollout): string {
  return `${formatObject(deployment)} has ${formatCount(available, wanted)} replicas available.`;
}

/** Uses the reasons of the Deployment's conditions, and the counts of `kubectl rollout status`. */
function describeProgress(deployment: Deployment, { done, available, updated, wanted }: Rollout): string {
  const counts = [`${formatCount(updated, wanted)} updated`, `${formatCount(available, wanted)} available`];
  // Until enough new Pods exist, an additional old one is the surge of the rollout.
  const left = updated < wanted ? 0 : (deployment.status?.replicas ?? 0) - wanted;
  if (left > 0) counts.push(`${String(left)} pending termination`);
  return `${formatObject(deployment)} ${done ? 'has successfully progressed' : 'is progressing'}: ${counts.join(', ')}.`;
}

function formatCount(count: number, wanted: number): string {
  return `${String(Math.min(count, wanted))} of ${String(wanted)}`;
}

function buildReplacing(child: KubeObject): ConditionReason {
  return {
    reason: 'Replacing',
    message: `${formatObject(child)} is terminating; a new one is created once it no longer exists.`,
  };
}

function findHalt(deployment: Deployment, wanted: number): ConditionReason | undefined {
  if (isHeldUp(deployment, wanted)) {
    const message = `${formatObject(deployment)} is paused: set its spec.paused to false to resume the rollout.`;
    return { reason: 'Paused', message };
  }
  const progressing = findNewestCondition(deployment, 'Progressing');
  if (progressing?.status !== 'False') return undefined;
  const { reason = 'Stuck', message } = progressing;
  const title = formatObject(deployment);
  return { reason, message: message === undefined ? `${title} does not progress.` : `${title}: ${message}` };
}

/** A paused Deployment still scales; only Pods with an old template show that its rollout is blocked. */
function isHeldUp(deployment: Deployment, wanted: number): boolean {
  const { spec, status } = deployment;
  if (spec.paused !== true || wanted === 0 || !isObserved(deployment)) return false;
  return countUpdated(deployment) < Math.max(status?.replicas ?? 0, 1);
}

function findCreateFailure(deployment: Deployment): ConditionReason | undefined {
  const failure = findNewestCondition(deployment, 'ReplicaFailure');
  if (failure?.status !== 'True') return undefined;
  const { reason = 'ReplicaFailure', message = 'Pods cannot be created.' } = failure;
  // Keeps the name of a child that cannot be deleted, so that a user finds it.
  const words = reason === 'FailedCreate' ? hidePodNames(deployment, message) : message;
  return { reason, message: `${formatObject(deployment)}: ${words}` };
}

/** A rejected Pod has another name in each attempt, which would change the message each time. */
function hidePodNames({ metadata: { name } }: Deployment, message: string): string {
  const isPod = (word: string): boolean =>
    word.length === longestGenerated
      ? word.startsWith(name.slice(0, longestGenerated - 5))
      : word.startsWith(`${name}-`) && /^[a-z0-9]{1,10}-[a-z0-9]{5}$/.test(word.slice(name.length + 1));
  return message.replaceAll(/[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?/g, (word) =>
    isPod(word) ? `${word.slice(0, -5)}*` : word,
  );
}

/** The maximum length of a name: the API server cuts the part before the five generated characters. */
const longestGenerated = 63;

function countUpdated(deployment: Deployment): number {
  return isObserved(deployment) ? (deployment.status?.updatedReplicas ?? 0) : 0;
}

type DeploymentCondition = NonNullable<NonNullable<Deployment['status']>['conditions']>[number];

function findNewestCondition(deployment: Deployment, type: string): DeploymentCondition | undefined {
  return isObserved(deployment) ? tryFindCondition(deployment.status?.conditions, type) : undefined;
}

/** Until the Deployment controller has observed the newest template, the status describes the previous one. */
function isObserved({ metadata, status }: Deployment): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}
