import type { Case } from './case.ts';

const watch = 'operator/runtime/src/watch';
const outage = 'test/faults/outage.test.ts';
const connections = 'test/faults/connections.test.ts';
const crowd = 'test/faults/many-keys.test.ts';
const steps = `${watch}/step.test.ts`;
const lists = `${watch}/list-steps.test.ts`;
const objects = `${watch}/watch-objects.test.ts`;
const strange = `${watch}/strange-answers.test.ts`;
const afterAnOutage = `${watch}/regression/after-an-outage.test.ts`;

/** What goes wrong between an operator and its API server. */
export const faultCases: readonly Case[] = [
  {
    id: 'fault-1',
    states: 'An API server that was away for a minute is found again by the same process, soon after it answers.',
    tests: [
      { file: outage, title: 'heals by itself after 60 s without one' },
      { file: outage, title: 'is the same process after all that, and stops with exit code 0' },
      {
        file: afterAnOutage,
        title: 'while it was away is asked for the newest after the shortest wait, however often it was looked for',
      },
    ],
  },
  {
    id: 'fault-2',
    states: 'A watch and a list that are answered with 429 or 500, or reset, are asked for again after a wait.',
    tests: [
      { file: connections, title: 'are answered with %i for a while heals by itself' },
      { file: connections, title: 'are reset every 5 s for a minute heals by itself' },
      { file: steps, title: 'a watch answered with %i is asked for again after a wait' },
      { file: steps, title: 'a connection that breaks leads to the same watch after a wait' },
      { file: lists, title: 'a list answered with %i begins anew after a wait' },
    ],
  },
  {
    id: 'fault-3',
    states: 'A server that answers each list with 410 gets at most ten of them in 15 s, and less and less often.',
    tests: [
      { file: objects, title: 'gets at most ten lists in 15 s when it expires each of them' },
      { file: afterAnOutage, title: 'again and again is asked less and less often, though each list succeeds' },
      { file: outage, title: 'lists again when the server has forgotten what happened meanwhile' },
    ],
  },
  {
    id: 'fault-9',
    states: 'A connection that is open and silent for good is found within a minute, and the watch goes on.',
    tests: [
      { file: connections, title: 'go silent in the middle of its work finds that, and heals by itself' },
      { file: objects, title: 'finds a half-open connection within a minute, and resumes it without a list' },
    ],
  },
  {
    id: 'fault-10',
    states:
      'With 10,000 objects a start lists at most 20 pages, and one answer per kind that is given up as too large; it writes nothing where nothing differs.',
    tests: [
      {
        file: crowd,
        title:
          'lists 10,000 objects in at most 20 pages and one answer per kind when it starts again, and writes nothing',
      },
      { file: lists, title: 'the pages of a list are told at once, with the last' },
    ],
  },
  {
    id: 'fault-11',
    states: 'Thousands of writes share the connections of the pool: no more sockets, and no more TLS handshakes.',
    tests: [
      { file: crowd, title: 'makes 10,000 writes over TLS through no more connections than its pool has' },
      {
        file: 'operator/runtime/src/client/http-transport.test.ts',
        title: 'are no more than the connections asked for, however many calls there are',
      },
    ],
  },
  {
    id: 'fault-13',
    states:
      'An event of an unknown type is passed over, in a WatchList and in a running watch. One without a usable object, and a list that is none, such as a page of HTML, end what was asked, which is asked again after a wait from the last good version.',
    tests: [
      { file: strange, title: 'is passed over while the initial objects arrive, and afterwards' },
      { file: strange, title: 'is no position, whatever its version' },
      { file: strange, title: 'ends the watch, which is resumed from the last good version, after waits that grow' },
      { file: strange, title: 'among the initial objects begins them anew, after waits that grow' },
      { file: strange, title: 'is asked for again after waits that grow, and told in words' },
      { file: strange, title: 'ends no watch, never leads it to a version that is none, and is not asked in a hurry' },
    ],
  },
  {
    id: 'fault-14',
    states:
      'However many resources are listed, streamed, swept as a term begins, looked at again or changed at once: the event loop has its turns, so that a Lease is renewed and a probe answered in time.',
    tests: [
      { file: 'test/faults/turns.test.ts', title: 'no turn of the event loop grows with the number of resources, %s' },
      {
        file: 'operator/runtime/src/controller/enqueue-in-turns.test.ts',
        title: 'are enqueued in turns of the event loop where they are many, all and in order',
      },
      {
        file: 'operator/runtime/src/controller/workers.test.ts',
        title: 'lets the event loop have its turn before each key',
      },
      {
        file: 'operator/runtime/src/controller/controller.test.ts',
        title:
          'fills with all resources as a term begins, in turns of the event loop, before the first of them is worked on',
      },
      { file: objects, title: 'lets the event loop have its turn after each event' },
      {
        file: 'operator/runtime/src/cache/watched-cache.test.ts',
        title: 'comes once the last of the initial objects was told, however long they take',
      },
    ],
  },
  {
    id: 'fault-17',
    states:
      'A first list of 200,000 objects of 3 KB comes in pages, though a server ignores the limit of what it has at hand, and in a heap of one and a half times what it ends with. No answer to a list is read that grows without a bound.',
    tests: [
      {
        file: 'test/faults/large-list.test.ts',
        title: 'comes in pages, and completes in a heap of one and a half times what it ends with',
      },
      {
        file: lists,
        title: 'everything at once that is too large is asked for in pages of the newest, now and ever after',
      },
      {
        file: lists,
        title: 'a page that is too large is asked for in smaller ones, from where it began, which grow again',
      },
      {
        file: 'operator/runtime/src/client/http-transport.test.ts',
        title: 'is not read to its end, and leaves its connection to nobody',
      },
    ],
  },
];
