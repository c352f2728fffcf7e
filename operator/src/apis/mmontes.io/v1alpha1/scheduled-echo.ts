import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { message } from './message.ts';

/** A ScheduledEcho: a message that a CronJob prints repeatedly. */
export const ScheduledEcho = defineApi({
  group: 'mmontes.io',
  version: 'v1alpha1',
  kind: 'ScheduledEcho',
  shortNames: ['sec'],
  description: 'A message that is printed on a schedule: by a CronJob, whose Pods have it in their logs.',
  spec: t.object(
    {
      message,
      schedule: t.string({
        minLength: 1,
        description: 'When to print it, in cron format as CronJobs read it, for example "*/5 * * * *" or "@midnight".',
      }),
      timeZone: t.optional(
        t.string({
          minLength: 1,
          description: 'The time zone of the schedule, for example Europe/Madrid. If absent, that of the cluster.',
        }),
      ),
      suspend: t.boolean({ default: false, description: 'Whether to print nothing for the time being.' }),
    },
    { description: 'The message, and when it is printed.' },
  ),
  status: t.object(
    {
      lastScheduleTime: t.string({ format: 'date-time', description: 'When it was last time to print the message.' }),
      active: t.integer({ format: 'int32', description: 'Jobs that print the message at present.' }),
      conditions: t.conditions(),
    },
    { description: 'What the CronJob does.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 52',
      'metadata.name must be at most 52 characters: the CronJob adds 11 to it for the names of its Jobs',
    ),
  ],
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason', { priority: 1 }),
    column('Schedule', '.spec.schedule'),
    column('Time Zone', '.spec.timeZone', { priority: 1 }),
    column('Suspend', '.spec.suspend', { type: 'boolean' }),
    column('Active', '.status.active', { type: 'integer' }),
    column('Last Schedule', '.status.lastScheduleTime', { type: 'date' }),
    column('Age', '.metadata.creationTimestamp', { type: 'date' }),
    // Last, because a long message widens its column in every row.
    column('Message', '.spec.message', { priority: 1 }),
  ],
});

export type ScheduledEcho = ResourceOf<typeof ScheduledEcho>;
