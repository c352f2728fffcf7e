import type { Event } from '../../index.ts';

/** Of all events, those of Jobs whose Pods cannot be made: a Job has no condition for that. */
export const ofFailedCreates = 'regarding.kind=Job,reason=FailedCreate';

/** Of all events, those of Jobs that have made a Pod. */
export const ofSuccessfulCreates = 'regarding.kind=Job,reason=SuccessfulCreate';

/** A Job, as whoever names it does. */
export interface JobReference {
  readonly name: string;
  readonly uid: string | undefined;
}

/**
 * Why a Job could not make its Pod when it tried last, in the words of its newest event; `undefined` if it could, or if
 * no event tells of it.
 *
 * @param events of the namespace; of two that have the same time, the first counts
 */
export function failedCreateIn(events: readonly Event[], { name, uid }: JobReference): string | undefined {
  const newest = events
    .filter(({ regarding }) => regarding?.uid === uid)
    .reduce<Event | undefined>(
      (last, each) => (last === undefined || timeOf(each) > timeOf(last) ? each : last),
      undefined,
    );
  if (newest?.reason !== 'FailedCreate') return undefined;
  const words = newest.note?.replace(/^Error creating: /, '');
  return words === undefined ? undefined : withoutPodNames(name, words);
}

function timeOf({ series, deprecatedLastTimestamp, eventTime }: Event): number {
  return Date.parse(series?.lastObservedTime ?? deprecatedLastTimestamp ?? eventTime ?? '') || 0;
}

/** The API server cuts what stands before the five characters that it generates. */
const longestBase = 58;

/** A Pod that is refused has another name with each try, and each would be a message of its own. */
function withoutPodNames(job: string, words: string): string {
  const base = `${job}-`.slice(0, longestBase);
  return words.replaceAll(/[-.a-z0-9]+/g, (word) =>
    word.startsWith(base) && word.length === base.length + 5 ? `${base}*` : word,
  );
}
