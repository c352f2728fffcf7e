import { formatObject, isTerminating, type KubeObject } from '../../base/index.ts';
import type { Deployment, StatefulSet } from '../../kinds/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/index.ts';

type ConditionReason = Pick<ConditionInput, 'reason' | 'message'>;

/** A workload whose Pods are replicas of one template. */
type Workload = Deployment | StatefulSet;

/** The progress of a Deployment or StatefulSet towards its newest spec. */
export interface Rollout {
  /** The number of desired Pods. */
  readonly wanted: number;
  /** The number of available Pods, regardless of their template. */
  readonly available: number;
  /** The number of Pods with the newest template. */
  readonly updated: number;
  /**
   * Whether every Pod is available and has the newest template, and no old Pod is left. In a StatefulSet, Pods below
   * the `partition` may have an older template.
   */
  readonly done: boolean;
  /**
   * Whether a rollout of the newest template was completed before. Since then Pods may have been lost, or added by
   * scaling.
   */
  readonly rolledOut: boolean;
  /**
   * A problem that a user can act on: Pods cannot be created, or the rollout is paused or stuck. Quotes the
   * Deployment's condition, but omits the names of Pods that were never created. `undefined` without a problem, and
   * always for a StatefulSet, which reports problems only by events.
   */
  readonly problem: Pick<ConditionInput, 'reason' | 'message'> | undefined;
}

/**
 * Computes the progress of a Deployment or StatefulSet. Ignores a status that describes an older template.
 * @param wanted the number of desired Pods
 */
export function getRollout(workload: Deployment | StatefulSet, wanted: number): Rollout {
  const { replicas = 0, availableReplicas: available = 0 } = workload.status ?? {};
  const updated = countUpdated(workload);
  const complete = updated >= countDue(workload, wanted) && available === wanted && replicas === wanted;
  return {
    wanted,
    available,
    updated,
    done: complete && !isTerminating(workload),
    rolledOut: isRolledOut(workload),
    problem: findCreateFailure(workload) ?? findHalt(workload, wanted),
  };
}

/**
 * Builds the conditions `Available`, `Progressing` and `Ready` of an object whose Pods belong to one Deployment or
 * StatefulSet. `Ready` is true once every Pod is available and has the newest template, and no old Pod is left; also if
 * no Pod is desired. Until then its reason is that of the `problem`, if there is one, and a Warning event reports it.
 * While a child is terminating, `Ready` is false, because a terminating object cannot be updated.
 * @param beside the other children that readiness requires, if they exist
 */
export function rolloutConditions(
  workload: Deployment | StatefulSet,
  wanted: number,
  beside: readonly KubeObject[] = [],
): readonly ConditionInput[] {
  const rollout = getRollout(workload, wanted);
  const enough = rollout.available >= wanted;
  const availability = {
    reason: enough ? 'AllAvailable' : 'PodsMissing',
    message: describeAvailability(workload, rollout),
  };
  return [
    condition('Available', enough, availability),
    buildProgressing(workload, rollout),
    buildReady(workload, rollout, beside),
  ];
}

function buildProgressing(workload: Workload, rollout: Rollout): ConditionInput {
  const { done, wanted } = rollout;
  if (isTerminating(workload)) return condition('Progressing', true, buildReplacing(workload));
  const stuck = findHalt(workload, wanted);
  if (stuck !== undefined) return condition('Progressing', false, stuck);
  return condition('Progressing', !done, {
    reason: done ? 'Complete' : 'RollingOut',
    message: describeProgress(workload, rollout),
  });
}

function buildReady(workload: Workload, rollout: Rollout, beside: readonly KubeObject[]): ConditionInput {
  const { done, problem } = rollout;
  if (isTerminating(workload)) return condition('Ready', false, buildReplacing(workload));
  if (!done && problem !== undefined) return { ...condition('Ready', false, problem), emitsWarning: true };
  const terminating = beside.find(isTerminating);
  if (terminating !== undefined) return condition('Ready', false, buildReplacing(terminating));
  const message = describeProgress(workload, rollout);
  return condition('Ready', done, { reason: done ? 'Ready' : 'RollingOut', message });
}

/**
 * Compares with the desired number, not with the minimum availability: the Deployment's own condition does that, and
 * with `maxUnavailable` fewer Pods satisfy it.
 */
function describeAvailability(workload: Workload, { available, wanted }: Rollout): string {
  return `${formatObject(workload)} has ${formatCount(available, wanted)} replicas available.`;
}

/**
 * Describes the progress with the reasons of the Deployment's conditions, and the counts of `kubectl rollout status`.
 */
function describeProgress(workload: Workload, { done, available, updated, wanted }: Rollout): string {
  const due = countDue(workload, wanted);
  const counts = [`${formatCount(updated, due)} updated`, `${formatCount(available, wanted)} available`];
  // Until enough new Pods exist, an additional old Pod is the surge of the rollout.
  const left = updated < due ? 0 : (workload.status?.replicas ?? 0) - wanted;
  if (left > 0) counts.push(`${String(left)} pending termination`);
  return `${formatObject(workload)} ${done ? 'has successfully progressed' : 'is progressing'}: ${counts.join(', ')}.`;
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

function findHalt(workload: Workload, wanted: number): ConditionReason | undefined {
  if (isHeldUp(workload, wanted)) {
    const message = `${formatObject(workload)} is paused: set its spec.paused to false to resume the rollout.`;
    return { reason: 'Paused', message };
  }
  const progressing = findNewestCondition(workload, 'Progressing');
  if (progressing?.status !== 'False') return undefined;
  const { reason = 'Stuck', message } = progressing;
  const title = formatObject(workload);
  return { reason, message: message === undefined ? `${title} does not progress.` : `${title}: ${message}` };
}

/** Whether a paused Deployment blocks a rollout. It still scales, so only Pods with an old template show that. */
function isHeldUp(workload: Workload, wanted: number): boolean {
  const { spec, status } = workload;
  if (!('paused' in spec && spec.paused) || wanted === 0 || !isObserved(workload)) return false;
  return countUpdated(workload) < Math.max(status?.replicas ?? 0, 1);
}

function findCreateFailure(workload: Workload): ConditionReason | undefined {
  const failure = findNewestCondition(workload, 'ReplicaFailure');
  if (failure?.status !== 'True') return undefined;
  const { reason = 'ReplicaFailure', message = 'Pods cannot be created.' } = failure;
  // Keeps the name of a child that cannot be deleted, so that a user can find it.
  const words = reason === 'FailedCreate' ? hidePodNames(workload, message) : message;
  return { reason, message: `${formatObject(workload)}: ${words}` };
}

/** Omits the names of rejected Pods: each attempt has another name, so the message would change each time. */
function hidePodNames({ metadata: { name } }: Workload, message: string): string {
  const isPod = (word: string): boolean =>
    word.length === longestGenerated
      ? word.startsWith(name.slice(0, longestGenerated - 5))
      : word.startsWith(`${name}-`) && /^[a-z0-9]{1,10}-[a-z0-9]{5}$/.test(word.slice(name.length + 1));
  return message.replaceAll(/[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?/g, (word) =>
    isPod(word) ? `${word.slice(0, -5)}*` : word,
  );
}

/**
 * The longest name of a Pod with a generated suffix: the API server cuts the part before the five random characters.
 */
const longestGenerated = 63;

/** The number of Pods that get the newest template. A StatefulSet does not update Pods below its partition. */
function countDue(workload: Workload, wanted: number): number {
  const partition = isStatefulSet(workload) ? (workload.spec.updateStrategy?.rollingUpdate?.partition ?? 0) : 0;
  return Math.max(0, wanted - partition);
}

function isRolledOut(workload: Workload): boolean {
  if (!isStatefulSet(workload))
    return findNewestCondition(workload, 'Progressing')?.reason === 'NewReplicaSetAvailable';
  const { currentRevision, updateRevision } = workload.status ?? {};
  return isObserved(workload) && updateRevision !== undefined && currentRevision === updateRevision;
}

function isStatefulSet(workload: Workload): workload is StatefulSet {
  return workload.kind === 'StatefulSet';
}

function countUpdated(workload: Workload): number {
  return isObserved(workload) ? (workload.status?.updatedReplicas ?? 0) : 0;
}

type WorkloadCondition = NonNullable<NonNullable<Workload['status']>['conditions']>[number];

function findNewestCondition(workload: Workload, type: string): WorkloadCondition | undefined {
  return isObserved(workload) ? tryFindCondition(workload.status?.conditions, type) : undefined;
}

/** Whether the status describes the newest template: the Deployment controller has observed it. */
function isObserved({ metadata, status }: Workload): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}
