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
    files: [outage, afterAnOutage],
  },
  {
    id: 'fault-2',
    states: 'A watch and a list that are answered with 429 or 500, or reset, are asked for again after a wait.',
    files: [connections, steps, lists],
  },
  {
    id: 'fault-3',
    states: 'A server that answers each list with 410 gets at most ten of them in 15 s, and less and less often.',
    files: [objects, afterAnOutage, outage],
  },
  {
    id: 'fault-9',
    states: 'A connection that is open and silent for good is found within a minute, and the watch goes on.',
    files: [connections, objects],
  },
  {
    id: 'fault-10',
    states:
      'With 10,000 objects a start lists at most 20 pages, and one answer per kind that is given up as too large; it writes nothing where nothing differs.',
    files: [crowd, lists],
  },
  {
    id: 'fault-11',
    states: 'Thousands of writes share the connections of the pool: no more sockets, and no more TLS handshakes.',
    files: [crowd, 'operator/runtime/src/client/http-transport.test.ts'],
  },
  {
    id: 'fault-13',
    states:
      'An event of an unknown type is passed over, in a WatchList and in a running watch. One without a usable object, and a list that is none, such as a page of HTML, end what was asked, which is asked again after a wait from the last good version.',
    files: [strange],
  },
  {
    id: 'fault-14',
    states:
      'However many resources are listed, streamed, swept as a term begins, requeued or changed at once: the event loop has its turns, so that a Lease is renewed and a probe answered in time.',
    files: [
      'test/faults/turns.test.ts',
      'operator/runtime/src/controller/enqueue-in-turns.test.ts',
      'operator/runtime/src/controller/workers.test.ts',
      'operator/runtime/src/controller/controller.test.ts',
      objects,
      'operator/runtime/src/cache/watched-cache.test.ts',
    ],
  },
  {
    id: 'fault-17',
    states:
      'A first list of 200,000 objects of 3 KB comes in pages, though a server ignores the limit of what it has at hand, and in a heap of one and a half times what it ends with. No answer to a list is read that grows without a bound.',
    files: ['test/faults/large-list.test.ts', lists, 'operator/runtime/src/client/http-transport.test.ts'],
  },
];
