import { type CronJob, type Event, formatObject, type ObjectKey } from '@kubewright/runtime';
import { findFailedCreateNote, type JobEvents } from '../parts/failed-create.ts';

/** The ScheduledEcho that an event may concern: a CronJob names its Jobs `<its name>-<minutes since 1970>`. */
export function mapToScheduledEcho({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  const of = /^(.+)-\d+$/.exec(name ?? '')?.[1];
  return namespace === undefined || of === undefined ? [] : [{ namespace, name: of }];
}

/**
 * Why an active Job of the CronJob failed to create its Pod at the last attempt, from its newest event; `undefined` if
 * no active Job failed. Does not read the Jobs, because the status of the CronJob lists them.
 */
export function findFailedCreate(
  { metadata, status: { active = [] } = {} }: CronJob,
  events: JobEvents,
): string | undefined {
  const all = active.map(({ name = '', uid }) => findFailedCreateNote(events, { name, uid }));
  const words = all.find((each) => each !== undefined);
  // Names the CronJob instead of the Job: each run has a Job with another name, which would change the message.
  return words === undefined ? undefined : `${formatObject({ kind: 'CronJob', metadata })}: ${words}`;
}
