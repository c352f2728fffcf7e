import { condition, findCondition, type ConditionInput, type Job, type StatusInput } from '../../index.ts';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { prints } from './desired.ts';

type Status = StatusInput<NonNullable<Echo['status']>>;
/** What became of the newest message that was dealt with. */
type Outcome = Pick<Status, 'echoedGeneration' | 'succeeded' | 'completionTime'>;
type JobCondition = NonNullable<NonNullable<Job['status']>['conditions']>[number];

/** Whether the message was dealt with, printed or not: then it stays so, whatever becomes of its Job. */
export function isEchoed(echo: Echo, { echoedGeneration }: Outcome = echo.status ?? {}): boolean {
  return echoedGeneration !== undefined && echoedGeneration === echo.metadata.generation;
}

/** Whether the message has to wait for a Job of its own: another one is in the way, or has only just gone. */
export function awaitsJob(echo: Echo, job: Job | undefined): boolean {
  if (job === undefined) return !isEchoed(echo);
  return job.metadata.deletionTimestamp !== undefined || !prints(job, echo.spec.message);
}

/** What is, as far as the Job and what was recorded before tell. */
export function statusFor(echo: Echo, job: Job | undefined): Status {
  const end = job !== undefined && prints(job, echo.spec.message) ? endOf(job) : undefined;
  const outcome = end === undefined ? recorded(echo) : outcomeOf(echo, end);
  return {
    ...(job !== undefined && { jobName: job.metadata.name }),
    ...outcome,
    conditions: [isEchoed(echo, outcome) ? echoed(echo, outcome, end) : underWay(echo, job)],
  };
}

/** How a Job has ended for good, and when. */
interface End {
  readonly condition: JobCondition;
  readonly time: string | undefined;
}

function endOf({ status }: Job): End | undefined {
  const ends = ['Complete', 'Failed'];
  const found = status?.conditions?.find(({ type, status: holds }) => ends.includes(type) && holds === 'True');
  // Only a Job that is complete has a time of its own for that.
  return found && { condition: found, time: status?.completionTime ?? found.lastTransitionTime ?? undefined };
}

function outcomeOf({ metadata: { generation } }: Echo, { condition: { type }, time }: End): Outcome {
  return {
    ...(generation !== undefined && { echoedGeneration: generation }),
    succeeded: type === 'Complete',
    ...(time !== undefined && { completionTime: time }),
  };
}

function recorded({ status: { echoedGeneration, succeeded, completionTime } = {} }: Echo): Outcome {
  return {
    ...(echoedGeneration !== undefined && { echoedGeneration }),
    ...(succeeded !== undefined && { succeeded }),
    ...(completionTime !== undefined && { completionTime }),
  };
}

function echoed(echo: Echo, { succeeded }: Outcome, end: End | undefined): ConditionInput {
  if (succeeded === true) return condition('Ready', true, { reason: 'Echoed', message: 'The message was printed.' });
  const before = findCondition(echo.status?.conditions, 'Ready');
  // Without its Job, what was said of it is all that is left.
  if (end === undefined && before?.reason === 'JobFailed') return condition('Ready', false, before);
  const { reason = 'Failed', message: words = 'no message' } = end?.condition ?? {};
  const message = `The Job failed for good (${reason}: ${words}). Nothing is tried again until spec.message changes.`;
  return condition('Ready', false, { reason: 'JobFailed', message });
}

function underWay(echo: Echo, job: Job | undefined): ConditionInput {
  if (!awaitsJob(echo, job)) return condition('Ready', false, { reason: 'Running', message: 'The Job is under way.' });
  const message = job === undefined ? 'A Job is made in a second.' : 'A Job that is in the way is being deleted.';
  return condition('Ready', false, { reason: 'Replacing', message });
}
