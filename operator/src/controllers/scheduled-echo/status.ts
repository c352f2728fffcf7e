import { condition, type ConditionInput, type CronJob, formatObject, type StatusInput } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { findFailedCreateNote, type JobEvents } from '../parts/failed-create.ts';

type Status = StatusInput<NonNullable<ScheduledEcho['status']>>;

/**
 * Computes the status from the CronJob, which was just applied and therefore matches the spec, unless it is
 * terminating.
 *
 * @param obstacle why the Job of the active run could not create its Pod
 */
export function buildScheduledEchoStatus(cronJob: CronJob, obstacle?: string): Status {
  const { status } = cronJob;
  const { lastScheduleTime, active = [] } = status ?? {};
  return {
    ...(lastScheduleTime !== undefined && { lastScheduleTime }),
    active: active.length,
    conditions: [buildReadyCondition(cronJob, obstacle)],
  };
}

function buildReadyCondition(cronJob: CronJob, obstacle: string | undefined): ConditionInput {
  if (cronJob.metadata.deletionTimestamp !== undefined) return buildReplacingCondition(cronJob);
  if (obstacle === undefined) return buildActiveCondition(cronJob);
  return { ...condition('Ready', false, { reason: 'FailedCreate', message: obstacle }), emitsWarning: true };
}

function buildActiveCondition(cronJob: CronJob): ConditionInput {
  const { suspend, schedule } = cronJob.spec;
  return suspend === true
    ? condition('Ready', true, {
        reason: 'Suspended',
        message: `${formatObject(cronJob)} is suspended: spec.suspend is true.`,
      })
    : condition('Ready', true, {
        reason: 'Scheduled',
        message: `${formatObject(cronJob)} prints the message on schedule ${schedule}.`,
      });
}

function buildReplacingCondition(cronJob: CronJob): ConditionInput {
  const message = `${formatObject(cronJob)} is terminating; a new one is created once it no longer exists.`;
  return condition('Ready', false, { reason: 'Replacing', message });
}

/**
 * Returns why the last attempt of an active Job to create its Pod failed, from the newest event; `undefined` if no
 * active Job failed. Does not read the Jobs, because the status of the CronJob lists the active ones.
 */
export function findFailedCreate(
  { metadata, status: { active = [] } = {} }: CronJob,
  events: JobEvents,
): string | undefined {
  const all = active.map(({ name = '', uid }) => findFailedCreateNote(events, { name, uid }));
  const words = all.find((each) => each !== undefined);
  // Names the CronJob instead of the Job, whose name is different for each run and would change the message.
  return words === undefined ? undefined : `${formatObject({ kind: 'CronJob', metadata })}: ${words}`;
}
