import type { Case } from './case.ts';

const queue = 'operator/runtime/src/queue';
const controller = 'operator/runtime/src/controller';
const basics = `${queue}/work-queue.test.ts`;
const delays = `${queue}/work-queue-delays.test.ts`;
const laws = `${queue}/work-queue-laws.test.ts`;
const fairness = `${queue}/fairness.test.ts`;
const backoff = `${queue}/key-backoff.test.ts`;
const workers = `${controller}/workers.test.ts`;
const bounded = 'operator/runtime/src/manager/bounded.test.ts';
const changes = `${controller}/controller.test.ts`;

/** Which keys are due, who works on them, and what wakes them. */
export const queueCases: readonly Case[] = [
  {
    id: 'case-1',
    states: 'Many producers and workers: everything is handed out once, and nothing that comes after the end.',
    files: [basics, laws],
  },
  {
    id: 'case-2',
    states: 'A key that is asked for again is held once, and once more after it was done.',
    files: [basics],
  },
  {
    id: 'case-3',
    states: 'What is asked for twice during its work is given to one who waits when the work ends, and once.',
    files: [basics],
  },
  {
    id: 'case-4',
    states: 'Each of many keys, asked for once more during its work, is worked on twice and never twice at once.',
    files: [basics, laws],
  },
  {
    id: 'case-5',
    states: 'To drain is to wait for what is in work, and for what was asked for meanwhile.',
    files: [basics, laws],
  },
  {
    id: 'case-6',
    states: 'A shutdown ends a drain at once.',
    files: [basics],
  },
  {
    id: 'case-7',
    states: 'A delayed key is due once, at the earliest of its times; keys come in the order of their times.',
    files: [delays],
  },
  {
    id: 'case-8',
    states: 'Waits after failures double per key, end exactly at the longest, and begin anew once it is forgotten.',
    files: [backoff],
  },
  {
    id: 'case-9',
    states:
      'Of two limits of one wait the longer wins. A schedule that jumps from short to long waits is not offered: what the cluster refuses waits a second at first, and 30 at last.',
    files: [backoff, `${controller}/regression/busy-server.test.ts`, workers],
  },
  {
    id: 'case-10',
    states: 'A key in work is not handed out; the metrics count it once for each time that it became due.',
    files: [basics],
  },
  {
    id: 'case-11',
    states:
      'The highest priority asked for wins, moves a key forward, and is what the depth is reported by. Not so in ours: FIFO within a priority holds within a namespace only, as the namespaces are served in turn; and a priority is not strict, as a lower one gets every tenth key.',
    files: [basics, fairness],
  },
  {
    id: 'case-12',
    states: 'Of now and later it is now; what is delayed does not count as due.',
    files: [delays],
  },
  {
    id: 'case-26',
    states:
      'Nothing is reconciled before the objects of all caches are known; a cache that does not fill makes the process not ready, is logged and counted, and is tried on.',
    files: [`${controller}/warm.real.test.ts`, 'operator/runtime/src/manager/health/cache-health.test.ts'],
  },
  {
    id: 'case-27',
    states:
      'Failures count until a reconcile goes well, which also a time to look again is; what trying again cannot help is not tried again.',
    files: [workers],
  },
  {
    id: 'case-30',
    states:
      'A new event beats the wait after a failure; our own writes wake nobody; an object that was made again unnoticed is another one.',
    files: [workers, delays, changes],
  },
  {
    id: 'fault-12',
    states: 'A thousand resources cost exactly one write for each child and one for each status, by priority or not.',
    files: ['test/faults/thousand-resources.test.ts'],
  },
  {
    id: 'fault-15',
    states:
      'A flood in one namespace, and resources that change all the time, keep others waiting for no longer than a bound that the docs state.',
    files: [fairness, `${controller}/fairness.test.ts`],
  },
  {
    id: 'fault-16',
    states:
      'Owners that came and went, watches that broke and terms that ended leave no listener, timer, row, entry of a map, watch or metric behind.',
    files: [
      bounded,
      'operator/runtime/src/manager/bounded.real.test.ts',
      'operator/runtime/src/client/http-transport.test.ts',
    ],
  },
];
