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

/** Cases of the queue and the workers of a controller. */
export const queueCases: readonly Case[] = [
  {
    id: 'case-1',
    states:
      'With many producers and workers, each key is handed out once; keys that are added after the shutdown are not.',
    files: [basics, laws],
  },
  {
    id: 'case-2',
    states: 'A key that is added twice is in the queue once; after it is done, it can be added again.',
    files: [basics],
  },
  {
    id: 'case-3',
    states: 'A key that is added twice during its work goes to a waiting worker once, when the work ends.',
    files: [basics],
  },
  {
    id: 'case-4',
    states: 'Each of many keys that is added again during its work is worked on twice, never by two workers at once.',
    files: [basics, laws],
  },
  {
    id: 'case-5',
    states: 'A drain waits for the keys in work, and for keys that are added again in the meantime.',
    files: [basics, laws],
  },
  {
    id: 'case-6',
    states: 'A shutdown ends a drain at once.',
    files: [basics],
  },
  {
    id: 'case-7',
    states:
      'A key that is delayed several times is due once, at the earliest time; keys are due in the order of their times.',
    files: [delays],
  },
  {
    id: 'case-8',
    states:
      'The backoff of a key doubles with each failure up to the maximum, and starts again once the key is forgotten.',
    files: [backoff],
  },
  {
    id: 'case-9',
    states:
      'If two limits apply to a wait, the longer one wins. After a refusal of the cluster, the backoff grows step by step from 1 s to 30 s; it never jumps from short to long waits.',
    files: [backoff, `${controller}/regression/busy-server.test.ts`, workers],
  },
  {
    id: 'case-10',
    states: 'A key in work is not handed out again; the metrics count a key each time that it becomes due.',
    files: [basics],
  },
  {
    id: 'case-11',
    states:
      'A key that is added with several priorities has the highest one, moves forward in the queue, and counts under it in the depth metric. Unlike other runtimes, ours is FIFO within a priority only per namespace, because namespaces are served in turn; and a lower priority gets every tenth key.',
    files: [basics, fairness],
  },
  {
    id: 'case-12',
    states: 'A key that is added both at once and with a delay is due at once; a delayed key does not count as due.',
    files: [delays],
  },
  {
    id: 'case-26',
    states:
      'Nothing is reconciled before all caches are synced. A cache that does not sync makes the process not ready, is logged and counted in a metric, and is retried.',
    files: [`${controller}/warm.real.test.ts`, 'operator/runtime/src/manager/health/cache-health.test.ts'],
  },
  {
    id: 'case-27',
    states:
      'Failures count until a reconcile succeeds, also if it returns checkAgain. A failure that a retry cannot repair is not retried.',
    files: [workers],
  },
  {
    id: 'case-30',
    states:
      'A new event ends the backoff of a failure; own writes enqueue nothing; an object that was deleted and created again between two events counts as another object.',
    files: [workers, delays, changes],
  },
  {
    id: 'fault-12',
    states: 'A thousand resources cost exactly one write per child and one per status, whatever their priority.',
    files: ['test/faults/thousand-resources.test.ts'],
  },
  {
    id: 'fault-15',
    states:
      'Many keys in one namespace, or resources that change all the time, delay others no longer than the docs state.',
    files: [fairness, `${controller}/fairness.test.ts`],
  },
  {
    id: 'fault-16',
    states:
      'After resources are deleted, watches break and terms end, no listener, timer, index entry, map entry, watch or metric remains.',
    files: [
      bounded,
      'operator/runtime/src/manager/bounded.real.test.ts',
      'operator/runtime/src/client/http-transport.test.ts',
    ],
  },
];
