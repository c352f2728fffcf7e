import type { Case, CaseTest } from './case.ts';

const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';

const inFile =
  (file: string) =>
  (title: string): CaseTest => ({ file, title });

const step = inFile(`${watch}/step.test.ts`);
const listSteps = inFile(`${watch}/list-steps.test.ts`);
const stream = inFile(`${watch}/event-stream.test.ts`);
const objects = inFile(`${watch}/watch-objects.test.ts`);
const recovers = inFile(`${watch}/watch-recovers.test.ts`);
const backoff = inFile(`${watch}/watch-backoff.test.ts`);
const inTrouble = inFile(`${watch}/watch-in-trouble.test.ts`);
const cached = inFile(`${cache}/watched-cache.test.ts`);
const writes = inFile(`${cache}/watched-cache-writes.test.ts`);
const deferredEvents = inFile(`${cache}/deferred-events.test.ts`);
const caches = inFile(`${cache}/caches.test.ts`);
const disruption = inFile(`${cache}/disruption.test.ts`);
const cacheInTrouble = inFile(`${cache}/cache-in-trouble.test.ts`);

const whatever = inTrouble(
  'tells every object as it is in the end, and on the way nothing twice, too late or in another order',
);

/** What lists, watches and caches get wrong elsewhere, and where ours is held to it. */
export const watchCases: readonly Case[] = [
  {
    id: 'case-14',
    states:
      'A list in pages is asked for page by page, with a limit on each, and told at once with the last. One of what the server has at hand comes whole whatever the limit: if that is too large, the newest is asked for, which comes in pages.',
    tests: [
      listSteps('the pages of a list are told at once, with the last'),
      listSteps('everything at once that is too large is asked for in pages of the newest, now and ever after'),
    ],
  },
  {
    id: 'case-16',
    states:
      'A resource version that has expired, or that the server does not have yet, leads to a list of the newest. Ours asks for what is at hand the first time, unless that is too large for one answer, and never for the version that was refused, nor for one answer in place of pages.',
    tests: [
      objects('lists what is at hand first, and the newest after each 410'),
      listSteps('a list refused as expired or too new (%i) begins anew with the newest, after a wait'),
      listSteps('a page token that expired leads to another list in pages, of the newest, after a wait'),
      step('a list begins of the newest there is, after the server had forgotten what it told'),
      listSteps('a server that had forgotten what it told is still asked for the newest after other failures'),
    ],
  },
  {
    id: 'case-17',
    states: 'The resource version moves with every event, a bookmark among them, which tells of no object.',
    tests: [
      objects('resumes from the last resource version, also that of a bookmark, which is not told as a change'),
      step('BOOKMARK goes on from its resource version and tells no object'),
      step('DELETED tells the end of the object and goes on from its resource version'),
    ],
  },
  {
    id: 'case-18',
    states:
      'A 429, in answer to a watch or as an ERROR event in it, leads to a wait and the same watch, never to a list.',
    tests: [
      objects('lists once and watches five times when four watches are answered with 429'),
      recovers('%s is opened again after a wait, twice as long each time, and without a list'),
      step('the server is left alone for as long as it asks'),
    ],
  },
  {
    id: 'case-19',
    states:
      'Refused connections are tried again after waits that grow, with jitter, up to a bound. Ours are 800 ms to 30 s: five refusals take 24.8 s without luck, forty 1,070.4 s.',
    tests: [
      recovers('%i times is listed, with luck %f, after exactly the waits of the backoff: %i ms'),
      backoff('doubles from 800 ms to 15 s'),
      backoff('is up to twice as long, so that watches that broke together come back apart'),
      backoff('stays within 30 s, and apart from that of others, however long the server is gone'),
    ],
  },
  {
    id: 'case-20',
    states:
      'An internal error of the server ends no watch. Ours knows no time after which it would list instead: it resumes as often as it takes, ever more slowly, and quickly again after two minutes without a failure.',
    tests: [
      recovers('is watched on from where it was, as often as it says so, and never listed again'),
      step('the error %i leads to the same watch after a wait, and closes the stream'),
      objects('is waited for only briefly again once a watch was well for two minutes'),
      backoff('begins anew after more than two minutes without a failure'),
    ],
  },
  {
    id: 'case-21',
    states: 'The server is asked to end a stream after 40 to 50 seconds, or after what is configured.',
    tests: [objects('is asked for uniformly in [40, 50] s: with luck %f it is %i s'), objects('is what is configured')],
  },
  {
    id: 'case-22',
    states:
      'A WatchList is complete with the bookmark that says so: what changes or goes before is as it is then. A stop tells nothing, 429 leads to another, a refusal to one list, and a server that does not know it is listed for good.',
    tests: [
      step('objects are collected, the newest of each, and told at the bookmark that ends them'),
      step('a bookmark with %j does not end it'),
      objects('tells nothing when it is stopped before they are complete'),
      caches('refuse to run twice at once, but run again after the end'),
      step('another WatchList follows after a wait when one is answered with %i'),
      step('the error %i leads to another WatchList after a wait'),
      step('a stream that breaks leads to another WatchList after a wait'),
      step('a stream that the server closes before its time leads to another WatchList after a wait'),
      step('one list begins when a WatchList is answered with %i'),
      step('an error that may pass leads to one list, and closes the stream'),
      step('lists begin for good when a WatchList is answered with %i'),
      step('ten seconds of silence lead to lists for good'),
      step('a stream that serves its time without the bookmark leads to lists for good'),
      objects('streams them again after a 410, though one list had to do before'),
    ],
  },
  {
    id: 'case-23',
    states:
      'A cache is synced once its listeners have been told every initial object. What a later list lacks is told as gone with its last state, also what only an answer to a write of ours had shown.',
    tests: [
      cached('is over only once the initial objects have been told'),
      cached('with no objects is one, too'),
      cached('tells what changed, what is new and what is gone, and nothing of what is as it was'),
      cached('removes what we wrote before it and somebody else has deleted since'),
      disruption('is told by %s of an end with the whole last state that was known'),
    ],
  },
  {
    id: 'case-24',
    states:
      'After a broken connection a listener is told exactly what has changed. One that throws stops no other, one that was taken off is told nothing more, and the watch goes on behind the event.',
    tests: [
      disruption('is told exactly what changed meanwhile, and nothing is listed'),
      disruption('is told exactly what changed meanwhile, though all had to be listed again'),
      disruption(
        'that throws, at once or later, stops no other, and the watch goes on from the event that it was told',
      ),
      cached('that was taken off is told nothing more'),
      cacheInTrouble(
        'shows our writes at once, and the server’s objects in the end, as do its indexes and its changes',
      ),
    ],
  },
  {
    id: 'case-25',
    states:
      'A connection that says nothing is given up after a deadline, and resumed from the last resource version without a list. Ours is 5 s behind the end that was asked for, whatever was heard, as bookmarks are no heartbeat; while the initial objects arrive it is 10 s of silence, which a bookmark breaks.',
    tests: [
      objects('finds a half-open connection within a minute, and resumes it without a list'),
      step('five seconds more than the time asked for lead to the same watch at once, whatever was heard'),
      stream('is dead after the silence that is allowed, counted from the last event'),
      step('ten seconds of silence lead to lists for good'),
    ],
  },
  {
    id: 'case-30',
    states:
      'What we wrote is read at once. Nothing older ever replaces it, its own event wakes nobody who wrote it, and what was deleted while nobody watched is purged by the next list.',
    tests: [
      writes('is held at once and told to every listener but the writer'),
      writes('is not held if the watch knows something newer'),
      cached('that is older than what is held never replaces it, but tells that somebody else changed something'),
      writes('is not brought back if the watch told of its end before the answer came'),
      cached('of our own write notifies nobody, also if we have written again since'),
      deferredEvents('the event of our write, faster than the answer, notifies everybody but the writer'),
      caches('tell the net change after the watch expired, and purge what was deleted meanwhile'),
      cached('about a later incarnation removes an earlier one'),
      cacheInTrouble(
        'shows our writes at once, and the server’s objects in the end, as do its indexes and its changes',
      ),
    ],
  },
  {
    id: 'fault-2',
    states: 'A reset, 429 and 500, in answer to a list, to a watch and in the middle of a stream, heal by themselves.',
    tests: [
      recovers('in answer to the list leads to another list, and nothing is lost'),
      recovers('in answer to the watch leads to another watch, without a list, and nothing is lost'),
      recovers('in the middle of a stream leads to another from where it was, without a list, and nothing is lost'),
      objects('is asked ever less often while it answers %i, and all is well afterwards'),
      whatever,
    ],
  },
  {
    id: 'fault-3',
    states: 'A server that answers every watch with 410 gets at most ten lists in 15 s.',
    tests: [objects('gets at most ten lists in 15 s when it expires each of them')],
  },
  {
    id: 'fault-4',
    states:
      'Two changes of one object are told in their order, however slow a listener is, and the cache shows the newer one.',
    tests: [
      disruption('that takes its time is told in order all the same, and the cache shows the newest meanwhile'),
      {
        file: 'operator/runtime/src/queue/work-queue.test.ts',
        title: 'keeps a key that was added while it was in work until it is done, and hands it out once more',
      },
    ],
  },
  {
    id: 'fault-5',
    states: 'A listener that throws, at once or later, is logged; the others are told, and the watch goes on.',
    tests: [
      objects('%s is logged, and the watch goes on where it was'),
      cached('that throws is logged and stops nobody'),
      disruption(
        'that throws, at once or later, stops no other, and the watch goes on from the event that it was told',
      ),
    ],
  },
  {
    id: 'fault-6',
    states: 'A stop during a list, a second start, and a new start during a wait leave one watch or none.',
    tests: [
      objects('%s leaves nothing open'),
      objects('while an answer arrives tells nothing of it (WatchList: %s)'),
      caches('refuse to run twice at once, but run again after the end'),
      disruption('leave nothing, and watch once when they are started again'),
    ],
  },
  {
    id: 'fault-10',
    states: 'Ten thousand objects are listed in twenty pages and told at once.',
    tests: [recovers('are listed in twenty pages, told at once, and watched with one request')],
  },
];
