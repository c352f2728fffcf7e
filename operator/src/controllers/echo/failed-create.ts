import type { Event, Job, ObjectKey } from '../../index.ts';
import { failedCreateIn } from '../parts/failed-create.ts';

/** The Echo that an event may concern: a Job has its name. */
export function echoOf({ regarding }: Event): readonly ObjectKey[] {
  const { namespace, name } = regarding ?? {};
  return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
}

/**
 * Why a Job has no Pod, in the words of its newest event; `undefined` if it has one, has ended, or is not to have one.
 *
 * @param events of the namespace, as `ofFailedCreates` selects them
 */
export function failedCreateOf({ metadata, spec, status }: Job, events: readonly Event[]): string | undefined {
  if ((status?.active ?? 0) > 0 || spec.suspend === true || spec.parallelism === 0) return undefined;
  return failedCreateIn(events, metadata);
}
