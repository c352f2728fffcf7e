import type { Case } from './case.ts';

const watch = 'operator/runtime/src/watch';
const outage = 'test/faults/outage.test.ts';
const connections = 'test/faults/connections.test.ts';
const manyKeys = 'test/faults/many-keys.test.ts';
const steps = `${watch}/step.test.ts`;
const lists = `${watch}/list-steps.test.ts`;
const objects = `${watch}/watch-objects.test.ts`;
const strange = `${watch}/strange-answers.test.ts`;
const afterAnOutage = `${watch}/regression/after-an-outage.test.ts`;

/** Faults between an operator and its API server. */
export const faultCases: readonly Case[] = [
  {
    id: 'fault-1',
    states: 'After an API server was down for a minute, the same process reconnects soon after it answers again.',
    files: [outage, afterAnOutage],
  },
  {
    id: 'fault-2',
    states: 'A watch or list that is answered with 429 or 500, or reset, is requested again after a backoff.',
    files: [connections, steps, lists],
  },
  {
    id: 'fault-3',
    states: 'A server that answers each list with 410 gets at most ten lists in 15 s, at growing intervals.',
    files: [objects, afterAnOutage, outage],
  },
  {
    id: 'fault-9',
    states: 'A connection that is open but silent is detected within a minute, and the watch resumes on another.',
    files: [connections, objects],
  },
  {
    id: 'fault-10',
    states:
      'With 10,000 objects a start lists at most 20 pages and one aborted list per kind, whose response is too large; it writes nothing if nothing differs.',
    files: [manyKeys, lists],
  },
  {
    id: 'fault-11',
    states: 'Thousands of writes share the connections of the pool: no more sockets, and no more TLS handshakes.',
    files: [manyKeys, 'operator/runtime/src/client/http-transport.test.ts'],
  },
  {
    id: 'fault-13',
    states:
      'An event of an unknown type is ignored, in a WatchList and in a running watch. An event without a usable object, or a response that is no list, such as an HTML page, fails the request, which is repeated after a backoff from the last good resource version.',
    files: [strange],
  },
  {
    id: 'fault-14',
    states:
      'However many resources are listed, streamed, reconciled when a term begins, requeued or changed at once: turns of the event loop stay short, so that the Lease is renewed and probes are answered in time.',
    files: [
      'test/faults/turns.test.ts',
      'operator/runtime/src/controller/large-changes.test.ts',
      'operator/runtime/src/controller/workers.test.ts',
      'operator/runtime/src/controller/controller.test.ts',
      objects,
      'operator/runtime/src/cache/watched-cache.test.ts',
    ],
  },
  {
    id: 'fault-17',
    states:
      'A first list of 200,000 objects of 3 KB comes in pages, although a server ignores the limit for lists from its watch cache, and needs at most 1.5 times the heap of the full cache. The response to a list is read only up to a maximum size.',
    files: ['test/faults/large-list.test.ts', lists, 'operator/runtime/src/client/http-transport.test.ts'],
  },
];
