import { type CronJob, type Event, formatObject, type ObjectKey } from '@kubewright/runtime';
import { findFailedCreateNote, type JobEvents } from '../parts/failed-create.ts';

/**
 * Maps an event about a Job to the ScheduledEcho: the Jobs of a CronJob are named `<its name>-<minutes since 1970>`.
 */
export function mapToScheduledEcho({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  const of = /^(.+)-\d+$/.exec(name ?? '')?.[1];
  return namespace === undefined || of === undefined ? [] : [{ namespace, name: of }];
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
