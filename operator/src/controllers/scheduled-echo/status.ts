import { condition, type ConditionInput, type CronJob, type StatusInput } from '../../index.ts';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';

/** The status, as far as the CronJob tells, which equals the spec unless it is being deleted. */
export function statusFor(cronJob: CronJob): StatusInput<NonNullable<ScheduledEcho['status']>> {
  const { metadata, status } = cronJob;
  const { lastScheduleTime, active = [] } = status ?? {};
  return {
    ...(lastScheduleTime !== undefined && { lastScheduleTime }),
    active: active.length,
    conditions: [metadata.deletionTimestamp === undefined ? inForce(cronJob) : replacing(cronJob)],
  };
}

function inForce({ metadata: { name }, spec: { suspend, schedule } }: CronJob): ConditionInput {
  return suspend === true
    ? condition('Ready', true, { reason: 'Suspended', message: `CronJob ${name} is suspended: spec.suspend is true.` })
    : condition('Ready', true, {
        reason: 'Scheduled',
        message: `CronJob ${name} prints the message on schedule ${schedule}.`,
      });
}

function replacing({ metadata: { name } }: CronJob): ConditionInput {
  const message = `CronJob ${name} is terminating; a new one is created once it is gone.`;
  return condition('Ready', false, { reason: 'Replacing', message });
}
