import { condition, type ConditionInput, type CronJob, type StatusInput } from '../../index.ts';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';

/** What is, as far as the CronJob tells, which equals the spec unless it is being deleted. */
export function statusFor({ metadata, spec, status }: CronJob): StatusInput<NonNullable<ScheduledEcho['status']>> {
  const { lastScheduleTime, active = [] } = status ?? {};
  return {
    ...(lastScheduleTime !== undefined && { lastScheduleTime }),
    active: active.length,
    conditions: [metadata.deletionTimestamp === undefined ? inForce(spec) : replacing],
  };
}

function inForce({ suspend }: CronJob['spec']): ConditionInput {
  return suspend === true
    ? condition('Ready', true, { reason: 'Suspended', message: 'Nothing is printed as long as spec.suspend is true.' })
    : condition('Ready', true, { reason: 'Scheduled', message: 'The message is printed on its schedule.' });
}

const replacing = condition('Ready', false, {
  reason: 'Replacing',
  message: 'The CronJob is being deleted; another one is made once it is gone.',
});
