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

/** What lists, watches and caches get wrong elsewhere, and where ours is held to it. */
export const watchCases: readonly Case[] = [
  {
    id: 'case-14',
    states:
      'A list in pages is asked for page by page, with a limit on each, and listeners are notified at once with the last. One of what the server has at hand comes whole whatever the limit: if that is too large, the newest is asked for, which comes in pages.',
    files: [listSteps],
  },
  {
    id: 'case-16',
    states:
      'A resource version that has expired, or that the server does not have yet, leads to a list of the newest. Ours asks for what is at hand the first time, unless that is too large for one answer, and never for the version that was refused, nor for one answer in place of pages.',
    files: [objects, listSteps, step],
  },
  {
    id: 'case-17',
    states: 'The resource version moves with every event, a bookmark among them, which is of no object.',
    files: [objects, step],
  },
  {
    id: 'case-18',
    states:
      'A 429, in answer to a watch or as an ERROR event in it, leads to a wait and the same watch, never to a list.',
    files: [objects, recovers, step],
  },
  {
    id: 'case-19',
    states:
      'Refused connections are tried again after waits that grow, with jitter, up to a bound. Ours are 800 ms to 30 s: five refusals take 24.8 s without luck, forty 1,070.4 s.',
    files: [recovers, backoff],
  },
  {
    id: 'case-20',
    states:
      'An internal error of the server ends no watch. Ours knows no time after which it would list instead: it resumes as often as it takes, ever more slowly, and quickly again after two minutes without a failure.',
    files: [recovers, step, objects, backoff],
  },
  {
    id: 'case-21',
    states: 'The server is asked to end a stream after 40 to 50 seconds, or after what is configured.',
    files: [objects],
  },
  {
    id: 'case-22',
    states:
      'A WatchList is complete with the bookmark that says so: what changes or is deleted before is as it is then. A stop notifies nobody, 429 leads to another, a refusal to one list, and a server that does not know it is listed for good.',
    files: [step, objects, caches],
  },
  {
    id: 'case-23',
    states:
      'A cache is synced once its listeners have been notified of every initial object. What a later list lacks is reported as deleted with its last known state, also what only an answer to a write of ours had shown.',
    files: [cached, disruption],
  },
  {
    id: 'case-24',
    states:
      'After a broken connection a listener is notified of exactly what has changed. One that throws stops no other, one that was removed is notified no more, and the watch goes on behind the event.',
    files: [disruption, cached, cacheInTrouble],
  },
  {
    id: 'case-25',
    states:
      'A connection that says nothing is given up after a deadline, and resumed from the last resource version without a list. Ours is 5 s behind the end that was asked for, whatever was heard, as bookmarks are no heartbeat; while the initial objects arrive it is 10 s of silence, which a bookmark breaks.',
    files: [objects, step, stream],
  },
  {
    id: 'case-30',
    states:
      'What we wrote is read at once. Nothing older ever replaces it, its own event wakes nobody who wrote it, and what was deleted while nobody watched is purged by the next list.',
    files: [writes, cached, deferredEvents, caches, cacheInTrouble],
  },
  {
    id: 'fault-2',
    states: 'A reset, 429 and 500, in answer to a list, to a watch and in the middle of a stream, heal by themselves.',
    files: [recovers, objects, inTrouble],
  },
  {
    id: 'fault-3',
    states: 'A server that answers every watch with 410 gets at most ten lists in 15 s.',
    files: [objects],
  },
  {
    id: 'fault-4',
    states:
      'Listeners are notified of two changes of one object in their order, however slow one is, and the cache shows the newer one.',
    files: [disruption, 'operator/runtime/src/queue/work-queue.test.ts'],
  },
  {
    id: 'fault-5',
    states: 'A listener that throws, at once or later, is logged; the others are notified, and the watch goes on.',
    files: [objects, cached, disruption],
  },
  {
    id: 'fault-6',
    states: 'A stop during a list, a second start, and a new start during a wait leave one watch or none.',
    files: [objects, caches, disruption],
  },
  {
    id: 'fault-10',
    states: 'Ten thousand objects are listed in twenty pages, and listeners are notified at once.',
    files: [recovers],
  },
];
