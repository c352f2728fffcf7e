import { type Api, type ContextOf, defineDependencies, Event, type ObjectKey, watches } from '@kubewright/runtime';

export function byJob({ regarding }: Event): string | undefined {
  return regarding?.uid;
}

/** Declares a watch of the events of Jobs, indexed by Job because a namespace may have very many events. */
export function watchJobEvents(mapTo: (event: Event) => readonly ObjectKey[]) {
  const ofReason = (reason: string) =>
    watches(Event, mapTo, { fieldSelector: `regarding.kind=Job,reason=${reason}`, indexes: { byJob } });
  return defineDependencies({
    watches: { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') },
  });
}

type JobEventHandles = ContextOf<Api, ReturnType<typeof watchJobEvents>>;

/** The events of Jobs, which tell why a Job has no Pod. The status of a Job does not. */
export interface JobEvents {
  readonly failedCreates: Pick<JobEventHandles['failedCreates'], 'by'>;
  readonly successfulCreates: Pick<JobEventHandles['successfulCreates'], 'by'>;
}

export interface JobReference {
  readonly name: string;
  readonly uid: string | undefined;
}

/**
 * Why the last attempt to create a Pod of a Job failed, from the Job's newest event; `undefined` if the attempt
 * succeeded or the Job has no event.
 */
export function findFailedCreateNote(
  { failedCreates, successfulCreates }: JobEvents,
  { name, uid = '' }: JobReference,
): string | undefined {
  // At equal times the success is newer, because the Job controller does not retry within a second.
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

/** The API server truncates `generateName` to this length before it appends five random characters. */
const longestBase = 58;

/** Replaces generated Pod names in a message: each attempt has a new name, which would change the message. */
function hidePodNames(job: string, words: string): string {
  const base = `${job}-`.slice(0, longestBase);
  return words.replaceAll(/[-.a-z0-9]+/g, (word) =>
    word.startsWith(base) && word.length === base.length + 5 ? `${base}*` : word,
  );
}
