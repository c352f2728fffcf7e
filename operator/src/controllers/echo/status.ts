import {
  condition,
  formatObject,
  tryFindCondition,
  type ConditionInput,
  type Job,
  type StatusInput,
} from '@kubewright/runtime';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { findFailedCreateNote, type JobEvents } from '../parts/failed-create.ts';
import { isPrinting } from './desired.ts';

type Status = StatusInput<NonNullable<Echo['status']>>;
/** The result of the last message that was printed or has failed. */
type Outcome = Pick<Status, 'echoedGeneration' | 'succeeded' | 'completionTime'>;
type JobCondition = NonNullable<NonNullable<Job['status']>['conditions']>[number];

/** Whether the message was printed, or its Job has failed. This remains recorded when the Job is deleted. */
export function isEchoed(echo: Echo, { echoedGeneration }: Outcome = echo.status ?? {}): boolean {
  return echoedGeneration !== undefined && echoedGeneration === echo.metadata.generation;
}

/** Whether the message waits for a new Job because another one exists, or was just deleted. */
export function isAwaitingJob(echo: Echo, job: Job | undefined): boolean {
  if (job === undefined) return !isEchoed(echo);
  return job.metadata.deletionTimestamp !== undefined || !isPrinting(job, echo.spec.message);
}

/**
 * Wait in milliseconds before a Job is created with the name of a deleted one. If the Job controller has not noticed
 * the deletion yet, it creates no Pod of the new Job for five minutes.
 * https://github.com/kubernetes/kubernetes/issues/131917
 */
const momentMs = 1_000;

/** Whether the last Job was deleted within the last second, or its deletion is not in the status yet. */
export function wasJustDeleted({ status: { jobName = '', jobDeletionTime = '' } = {} }: Echo, now: number): boolean {
  const agoMs = now - Date.parse(jobDeletionTime);
  return jobName !== '' || (agoMs >= 0 && agoMs < momentMs);
}

/** The Job when a reconcile begins and when it ends. */
export interface JobObservation {
  readonly found: Job | undefined;
  readonly left: Job | undefined;
  readonly now: number;
}

/** When the last Job was deleted, in this reconcile or since the last one. */
export function computeJobDeletionTime(
  { status = {} }: Echo,
  { found, left, now }: JobObservation,
): Pick<Status, 'jobDeletionTime'> {
  const wasThere = found !== undefined || (status.jobName ?? '') !== '';
  return left === undefined && wasThere ? { jobDeletionTime: new Date(now).toISOString() } : {};
}

/**
 * Builds the status from the Job and from the recorded result.
 *
 * @param obstacle why the Job has no Pod, if it should have one
 */
export function buildEchoStatus(echo: Echo, job: Job | undefined, obstacle?: string): Status {
  const end = job !== undefined && isPrinting(job, echo.spec.message) ? findEnd(job) : undefined;
  const outcome = end === undefined ? getRecordedOutcome(echo) : buildOutcome(echo, end);
  return {
    ...buildJobFields(echo, job),
    ...outcome,
    conditions: [
      isEchoed(echo, outcome) ? buildEchoedCondition(echo, outcome, end) : buildPendingCondition(echo, job, obstacle),
    ],
  };
}

/**
 * Sets the name to an empty string instead of omitting it, so that it replaces a name that another client has written.
 */
function buildJobFields({ status: { jobName, jobDeletionTime } = {} }: Echo, job: Job | undefined): Status {
  return {
    ...((job ?? jobName) !== undefined && { jobName: job?.metadata.name ?? '' }),
    ...(jobDeletionTime !== undefined && { jobDeletionTime }),
  };
}

/** How and when a Job completed or failed permanently. */
interface JobEnd {
  readonly condition: JobCondition;
  readonly time: string | undefined;
}

function findEnd({ status }: Job): JobEnd | undefined {
  const ends = ['Complete', 'Failed'];
  const found = status?.conditions?.find(({ type, status: holds }) => ends.includes(type) && holds === 'True');
  // Only a complete Job has a completion time.
  return found && { condition: found, time: status?.completionTime ?? found.lastTransitionTime ?? undefined };
}

function buildOutcome({ metadata: { generation } }: Echo, { condition: { type }, time }: JobEnd): Outcome {
  return {
    echoedGeneration: generation,
    succeeded: type === 'Complete',
    ...(time !== undefined && { completionTime: time }),
  };
}

function getRecordedOutcome({ status: { echoedGeneration, succeeded, completionTime } = {} }: Echo): Outcome {
  return {
    ...(echoedGeneration !== undefined && { echoedGeneration }),
    ...(succeeded !== undefined && { succeeded }),
    ...(completionTime !== undefined && { completionTime }),
  };
}

function buildEchoedCondition(echo: Echo, { succeeded }: Outcome, end: JobEnd | undefined): ConditionInput {
  if (succeeded === true)
    return condition('Ready', true, { reason: 'Echoed', message: 'The message has been printed.' });
  const before = tryFindCondition(echo, 'Ready');
  // If the Job is deleted, only the stored condition shows its failure.
  if (end === undefined && before?.reason === 'JobFailed') return condition('Ready', false, before);
  const { reason = 'Failed', message: words = 'no message' } = end?.condition ?? {};
  const message = `${formatJob(echo)} has failed: ${reason}: ${words}. It is not retried until spec.message changes.`;
  return condition('Ready', false, { reason: 'JobFailed', message });
}

/** Formats the name of the Job, even if the Job does not exist. */
function formatJob({ metadata }: Echo): string {
  return formatObject({ kind: 'Job', metadata });
}

function buildPendingCondition(echo: Echo, job: Job | undefined, obstacle: string | undefined): ConditionInput {
  if (job === undefined) {
    const message = `${formatJob(echo)} does not exist and is created again within a second.`;
    return condition('Ready', false, { reason: 'Replacing', message });
  }
  const title = formatObject(job);
  if (isAwaitingJob(echo, job)) {
    const message = `${title} is terminating; a new one is created once it no longer exists.`;
    return condition('Ready', false, { reason: 'Replacing', message });
  }
  if (obstacle !== undefined)
    return { ...condition('Ready', false, { reason: 'FailedCreate', message: obstacle }), emitsWarning: true };
  const message = job.spec.suspend === true ? `${title} is suspended.` : `${title} is running.`;
  return condition('Ready', false, { reason: 'Running', message });
}

/**
 * Why a Job has no Pod, from its newest event; `undefined` if a Pod is active or has succeeded, if the newest event
 * reports a created Pod, or if the Job is suspended.
 */
export function findFailedCreate({ metadata, spec, status }: Job, events: JobEvents): string | undefined {
  const { active = 0, succeeded = 0 } = status ?? {};
  if (active > 0 || succeeded > 0 || spec.suspend === true || spec.parallelism === 0) return undefined;
  const words = findFailedCreateNote(events, metadata);
  return words === undefined ? undefined : `${formatObject({ kind: 'Job', metadata })}: ${words}`;
}
