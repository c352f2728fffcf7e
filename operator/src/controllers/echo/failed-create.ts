import type { Event, Job, ObjectKey } from '../../index.ts';

/** Of all events, those of Jobs whose Pods cannot be made: a Job has no condition for that. */
export const ofFailedCreates = 'regarding.kind=Job,reason=FailedCreate';

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
  const newest = events
    .filter(({ regarding }) => regarding?.uid === metadata.uid)
    .reduce<Event | undefined>(
      (last, each) => (last === undefined || timeOf(each) > timeOf(last) ? each : last),
      undefined,
    );
  const words = newest?.note?.replace(/^Error creating: /, '');
  return words === undefined ? undefined : withoutPodNames(metadata.name, words);
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
