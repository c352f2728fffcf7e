import type { Case } from './case.ts';

const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';

const step = `${watch}/step.test.ts`;
const listSteps = `${watch}/list-steps.test.ts`;
const stream = `${watch}/event-stream.test.ts`;
const objects = `${watch}/watch-objects.test.ts`;
const recovers = `${watch}/watch-recovers.test.ts`;
const backoff = `${watch}/watch-backoff.test.ts`;
const inTrouble = `${watch}/watch-in-trouble.test.ts`;
const cached = `${cache}/watched-cache.test.ts`;
const writes = `${cache}/watched-cache-writes.test.ts`;
const deferredEvents = `${cache}/deferred-events.test.ts`;
const caches = `${cache}/caches.test.ts`;
const disruption = `${cache}/disruption.test.ts`;
const cacheInTrouble = `${cache}/cache-in-trouble.test.ts`;

/** Cases of lists, watches and caches. */
export const watchCases: readonly Case[] = [
  {
    id: 'case-14',
    states:
      'A list is requested page by page, each with a limit, and listeners are notified only after the last page. A list from the watch cache of the server is complete in one response, whatever the limit: if that is too large, the newest state is listed, which comes in pages.',
    files: [listSteps],
  },
  {
    id: 'case-16',
    states:
      'If a resource version has expired, or the server does not have it yet, the newest state is listed. Only the first list is from the watch cache of the server, unless that is too large for one response; no later list is for the refused version, or in one response instead of pages.',
    files: [objects, listSteps, step],
  },
  {
    id: 'case-17',
    states: 'Each event advances the resource version, also a bookmark, which is about no object.',
    files: [objects, step],
  },
  {
    id: 'case-18',
    states:
      'After a 429, as the response to a watch or as an ERROR event in it, the same watch is repeated after a backoff, without a list.',
    files: [objects, recovers, step],
  },
  {
    id: 'case-19',
    states:
      'Refused connections are retried with a backoff with jitter, from 800 ms to 30 s: without jitter five refusals take 24.8 s, forty 1,070.4 s.',
    files: [recovers, backoff],
  },
  {
    id: 'case-20',
    states:
      'An internal error of the server does not end a watch. The watch resumes however often it fails, without a new list, with a growing backoff that is reset after two minutes without a failure.',
    files: [recovers, step, objects, backoff],
  },
  {
    id: 'case-21',
    states: 'The server is asked to end a watch after 40 to 50 seconds, or after the configured time.',
    files: [objects],
  },
  {
    id: 'case-22',
    states:
      'A WatchList is complete with its final bookmark, and includes earlier changes and deletions. A stop before it notifies no listener; after a 429 the WatchList is repeated; after another refusal there is one list; a server without WatchList gets only lists from then on.',
    files: [step, objects, caches],
  },
  {
    id: 'case-23',
    states:
      'A cache is synced once its listeners have been notified of every initial object. An object that a later list lacks is reported as deleted, with its last known state, also if the cache knew it only from the response to an own write.',
    files: [cached, disruption],
  },
  {
    id: 'case-24',
    states:
      'After a broken connection, listeners are notified of exactly the changes. If a listener throws, the others are still notified, and the watch continues after the event; a removed listener is not notified any more.',
    files: [disruption, cached, cacheInTrouble],
  },
  {
    id: 'case-25',
    states:
      'A silent connection is closed after a deadline, and the watch resumes from the last resource version without a list. The deadline is 5 s after the requested end of the watch, whatever has arrived, because bookmarks are no heartbeat; while the initial objects arrive, it is 10 s without any event or bookmark.',
    files: [objects, step, stream],
  },
  {
    id: 'case-30',
    states:
      'An own write is in the cache at once, and nothing older ever replaces it; its event does not enqueue the writer. Objects that were deleted while there was no watch are removed by the next list.',
    files: [writes, cached, deferredEvents, caches, cacheInTrouble],
  },
  {
    id: 'fault-2',
    states:
      'A watch recovers by itself from a reset, 429 and 500: in a list, as the response to a watch, and within a stream.',
    files: [recovers, objects, inTrouble],
  },
  {
    id: 'fault-3',
    states: 'A server that answers each watch with 410 gets at most ten lists in 15 s.',
    files: [objects],
  },
  {
    id: 'fault-4',
    states:
      'Listeners are notified of two changes of one object in order, however slow a listener is, and the cache has the newer state.',
    files: [disruption, 'operator/runtime/src/queue/work-queue.test.ts'],
  },
  {
    id: 'fault-5',
    states: 'If a listener throws or rejects, that is logged; the others are notified, and the watch continues.',
    files: [objects, cached, disruption],
  },
  {
    id: 'fault-6',
    states: 'After a stop during a list, a second start, or a start during a backoff, there is one watch or none.',
    files: [objects, caches, disruption],
  },
  {
    id: 'fault-10',
    states: 'Ten thousand objects are listed in twenty pages, and listeners are notified only after the last page.',
    files: [recovers],
  },
];
