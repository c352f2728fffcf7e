import { Event, type IndexedReads, type ObjectKey, type WatchedKind, watches } from '@kubewright/runtime';

/** What a controller asks of the events of its Jobs: a Job itself does not say why it has no Pod. */
export interface JobEvents {
  readonly failedCreates: EventsByJob;
  readonly successfulCreates: EventsByJob;
}

type EventsByJob = Pick<IndexedReads<Event, 'byJob'>, 'by'>;
type WatchedEvents = WatchedKind<Event, 'byJob'>;

/** The uid of the Job that an event tells of. */
export function byJob({ regarding }: Event): string | undefined {
  return regarding?.uid;
}

/** The watches of these events. Of a namespace full of events each Job is asked for its own. */
export function watchesOfJobEvents(
  mapTo: (event: Event) => readonly ObjectKey[],
): Record<keyof JobEvents, WatchedEvents> {
  const ofReason = (reason: string): WatchedEvents =>
    watches(Event, mapTo, { fieldSelector: `regarding.kind=Job,reason=${reason}`, indexes: { byJob } });
  return { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') };
}

/** A Job, as whoever names it does. */
export interface JobReference {
  readonly name: string;
  readonly uid: string | undefined;
}

/**
 * Why a Job could not make its Pod when it tried last, in the words of its newest event; `undefined` if it could, or if
 * no event tells of it.
 */
export function failedCreateIn(
  { failedCreates, successfulCreates }: JobEvents,
  { name, uid = '' }: JobReference,
): string | undefined {
  // Of two events of one second the Pod that was made counts: a Job that could not make it tries again later.
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
