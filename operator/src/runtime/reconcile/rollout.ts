import type { Deployment } from '../kinds/index.ts';
import { condition, type ConditionInput, findCondition } from './conditions.ts';

/** How far a Deployment is with what was last asked of it. */
export interface Rollout {
  /** Pods that are to be there. */
  readonly wanted: number;
  /** Pods that are available, of whatever template. */
  readonly available: number;
  /** Pods of the newest template. */
  readonly updated: number;
  /** Every Pod is available and of the newest template, and none is left over. */
  readonly done: boolean;
  /** Every Pod has been of the newest template before: what is missing now was there, or is one more. */
  readonly rolledOut: boolean;
  /** What a person should look at: the roll-out does not go on, or Pods cannot be made. In the words of the Deployment. */
  readonly problem: Pick<ConditionInput, 'reason' | 'message'> | undefined;
}

/**
 * Reads a roll-out from a Deployment. Nothing that it said of an older template counts.
 *
 * @param wanted how many Pods are to be there
 */
export function rolloutOf(deployment: Deployment, wanted: number): Rollout {
  const { replicas = 0, updatedReplicas = 0, availableReplicas: available = 0 } = deployment.status ?? {};
  const updated = speaksOfNewest(deployment) ? updatedReplicas : 0;
  const complete = [updated, available, replicas].every((count) => count === wanted);
  return {
    wanted,
    available,
    updated,
    done: complete && deployment.metadata.deletionTimestamp === undefined,
    rolledOut: newestCondition(deployment, 'Progressing')?.reason === 'NewReplicaSetAvailable',
    problem: notMade(deployment) ?? notGoingOn(deployment),
  };
}

/**
 * The conditions `Available`, `Progressing` and `Ready` of a resource whose Pods are those of one Deployment.
 *
 * `Ready` is true once every Pod is available and of the newest template, and none is left over; also if none is wanted.
 */
export function rolloutConditions(deployment: Deployment, wanted: number): readonly ConditionInput[] {
  const { available, updated, done } = rolloutOf(deployment, wanted);
  const enough = available >= wanted;
  const availability = `${String(available)} of ${String(wanted)} Pods are available`;
  const progress = `${String(updated)} of ${String(wanted)} Pods are up to date`;
  const stuck = notGoingOn(deployment);
  return [
    condition('Available', enough, { reason: enough ? 'AllAvailable' : 'PodsMissing', message: `${availability}.` }),
    stuck === undefined
      ? condition('Progressing', !done, { reason: done ? 'Complete' : 'RollingOut', message: `${progress}.` })
      : condition('Progressing', false, stuck),
    condition('Ready', done, { reason: done ? 'Ready' : 'RollingOut', message: `${availability}, ${progress}.` }),
  ];
}

function notGoingOn(deployment: Deployment): Rollout['problem'] {
  const progressing = newestCondition(deployment, 'Progressing');
  if (progressing?.status !== 'False') return undefined;
  const { reason = 'Stuck', message = 'The roll-out does not go on.' } = progressing;
  return { reason, message };
}

function notMade(deployment: Deployment): Rollout['problem'] {
  const failure = newestCondition(deployment, 'ReplicaFailure');
  if (failure?.status !== 'True') return undefined;
  const { reason = 'ReplicaFailure', message = 'Pods cannot be made.' } = failure;
  return { reason, message };
}

type DeploymentCondition = NonNullable<NonNullable<Deployment['status']>['conditions']>[number];

function newestCondition(deployment: Deployment, type: string): DeploymentCondition | undefined {
  return speaksOfNewest(deployment) ? findCondition(deployment.status?.conditions, type) : undefined;
}

/** Until the Deployment controller has seen the newest template, its status speaks of the one before. */
function speaksOfNewest({ metadata, status }: Deployment): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}
