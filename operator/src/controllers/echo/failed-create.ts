import { type Event, formatObject, type Job, type ObjectKey } from '@kubewright/runtime';
import { findFailedCreateNote, type JobEvents } from '../parts/failed-create.ts';

/** Maps an event about a Job to the Echo with the name of the Job. */
export function mapToEcho({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
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
