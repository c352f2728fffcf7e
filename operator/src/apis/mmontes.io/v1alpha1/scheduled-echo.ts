import { cel, column, defineApi, t, type ResourceOf } from '@kubewright/runtime';
import { message } from './message.ts';

/** A ScheduledEcho: a message that a CronJob prints repeatedly. */
export const ScheduledEcho = defineApi({
  group: 'mmontes.io',
  version: 'v1alpha1',
  kind: 'ScheduledEcho',
  shortNames: ['sec'],
  description: 'A message that a CronJob prints on a schedule, into the logs of its Pods.',
  spec: t.object(
    {
      message,
      schedule: t.string({
        minLength: 1,
        description:
          'When to print the message, in the cron format of CronJobs, for example "*/5 * * * *" or "@midnight".',
      }),
      timeZone: t.optional(
        t.string({
          minLength: 1,
          description:
            'The time zone of the schedule, for example Europe/Madrid. Default: the time zone of ' +
            'kube-controller-manager, usually UTC.',
        }),
      ),
      suspend: t.boolean({ default: false, description: 'Whether the schedule is suspended.' }),
    },
    { description: 'The message and its schedule.' },
  ),
  status: t.object(
    {
      lastScheduleTime: t.string({
        format: 'date-time',
        description: 'When the message was last scheduled to be printed.',
      }),
      active: t.integer({ format: 'int32', description: 'Number of running Jobs.' }),
      conditions: t.conditions(),
    },
    { description: 'The observed state of the CronJob.' },
  ),
  creationRules: [
    cel(
      'self.metadata.name.size() <= 52',
      'metadata.name must be at most 52 characters: the CronJob appends 11 characters in the names of its Jobs',
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
