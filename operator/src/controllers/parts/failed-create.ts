import { type Api, type ContextOf, defineDependencies, Event, type ObjectKey, watches } from '@kubewright/runtime';

/** The uid of the Job that an event is about. */
export function byJob({ regarding }: Event): string | undefined {
  return regarding?.uid;
}

/** Declares the events of Jobs. Each Job asks for its own: a namespace may be full of events. */
export function jobEventsOf(mapTo: (event: Event) => readonly ObjectKey[]) {
  const ofReason = (reason: string) =>
    watches(Event, mapTo, { fieldSelector: `regarding.kind=Job,reason=${reason}`, indexes: { byJob } });
  return defineDependencies({
    watches: { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') },
  });
}

type Handles = ContextOf<Api, ReturnType<typeof jobEventsOf>>;

/** What a controller asks of the events of its Jobs: a Job does not say why it has no Pod. */
export interface JobEvents {
  readonly failedCreates: Pick<Handles['failedCreates'], 'by'>;
  readonly successfulCreates: Pick<Handles['successfulCreates'], 'by'>;
}

/** A Job, as whoever names it does. */
export interface JobReference {
  readonly name: string;
  readonly uid: string | undefined;
}

/**
 * Why a Job could not create its Pod when it last tried, in the words of its newest event; `undefined` if it could, or if
 * there is no event.
 */
export function failedCreateIn(
  { failedCreates, successfulCreates }: JobEvents,
  { name, uid = '' }: JobReference,
): string | undefined {
  // Of two events of one second the success counts: after a failure a Job does not try again so soon.
  const newest = [...successfulCreates.by('byJob', uid), ...failedCreates.by('byJob', uid)].reduce<Event | undefined>(
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
