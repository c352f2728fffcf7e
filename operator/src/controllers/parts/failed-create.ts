import { type Api, type ContextOf, defineDependencies, Event, type ObjectKey, watches } from '@kubewright/runtime';

export function byJob({ regarding }: Event): string | undefined {
  return regarding?.uid;
}

/** Declares the events of Jobs. An index finds those of one Job: a namespace may have very many. */
export function watchJobEvents(mapTo: (event: Event) => readonly ObjectKey[]) {
  const ofReason = (reason: string) =>
    watches(Event, mapTo, { fieldSelector: `regarding.kind=Job,reason=${reason}`, indexes: { byJob } });
  return defineDependencies({
    watches: { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') },
  });
}

type JobEventHandles = ContextOf<Api, ReturnType<typeof watchJobEvents>>;

/** The events of Jobs: the status of a Job does not contain why it has no Pod. */
export interface JobEvents {
  readonly failedCreates: Pick<JobEventHandles['failedCreates'], 'by'>;
  readonly successfulCreates: Pick<JobEventHandles['successfulCreates'], 'by'>;
}

export interface JobReference {
  readonly name: string;
  readonly uid: string | undefined;
}

/**
 * Why a Job could not create its Pod when it last tried, from its newest event; `undefined` if it could, or without an
 * event.
 */
export function findFailedCreateNote(
  { failedCreates, successfulCreates }: JobEvents,
  { name, uid = '' }: JobReference,
): string | undefined {
  // Of two events of one second the success counts: after a failure a Job does not retry so soon.
  const newest = [...successfulCreates.by('byJob', uid), ...failedCreates.by('byJob', uid)].reduce<Event | undefined>(
    (last, each) => (last === undefined || getEventTime(each) > getEventTime(last) ? each : last),
    undefined,
  );
  if (newest?.reason !== 'FailedCreate') return undefined;
  const words = newest.note?.replace(/^Error creating: /, '');
  return words === undefined ? undefined : hidePodNames(name, words);
}

function getEventTime({ series, deprecatedLastTimestamp, eventTime }: Event): number {
  return Date.parse(series?.lastObservedTime ?? deprecatedLastTimestamp ?? eventTime ?? '') || 0;
}

/** The API server cuts the part before the five characters that it generates. */
const longestBase = 58;

/** A rejected Pod has another name with each attempt, which would change the message each time. */
function hidePodNames(job: string, words: string): string {
  const base = `${job}-`.slice(0, longestBase);
  return words.replaceAll(/[-.a-z0-9]+/g, (word) =>
    word.startsWith(base) && word.length === base.length + 5 ? `${base}*` : word,
  );
}
