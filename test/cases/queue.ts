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
    tests: [
      { file: basics, title: 'hands everything that fifty producers add to ten workers' },
      { file: laws, title: 'loses nothing: in the end everything is done, and nothing is left in it' },
    ],
  },
  {
    id: 'case-2',
    states: 'A key that is asked for again is held once, and once more after it was done.',
    tests: [
      { file: basics, title: 'holds a key once, however often it is added' },
      { file: basics, title: 'takes a key in again after it was done' },
    ],
  },
  {
    id: 'case-3',
    states: 'What is asked for twice during its work is given to one who waits when the work ends, and once.',
    tests: [
      {
        file: basics,
        title: 'keeps a key that was added while it was in work until it is done, and hands it out once more',
      },
      { file: basics, title: 'holds a key once, also if it is asked for during its work and again after it' },
    ],
  },
  {
    id: 'case-4',
    states: 'Each of many keys, asked for once more during its work, is worked on twice and never twice at once.',
    tests: [
      {
        file: basics,
        title: 'hands each key out exactly twice, never at once, if each is added once more while it is in work',
      },
      {
        file: laws,
        title:
          'hands out each key that is asked for, never twice at once, in turn by priority and namespace, at the earliest time',
      },
    ],
  },
  {
    id: 'case-5',
    states: 'To drain is to wait for what is in work, and for what was asked for meanwhile.',
    tests: [
      { file: basics, title: 'drains: what is in work, and what was added to it meanwhile, is finished first' },
      { file: laws, title: 'drains: what is due and in work is done, nothing else comes in, and then it ends' },
    ],
  },
  {
    id: 'case-6',
    states: 'A shutdown ends a drain at once.',
    tests: [{ file: basics, title: 'drains at once when there is nothing to do, and when it is shut down' }],
  },
  {
    id: 'case-7',
    states: 'A delayed key is due once, at the earliest of its times; keys come in the order of their times.',
    tests: [
      { file: delays, title: 'is handed out once, at the earliest of its times' },
      { file: delays, title: 'comes in the order of times, not of adding' },
    ],
  },
  {
    id: 'case-8',
    states: 'Waits after failures double per key, end exactly at the longest, and begin anew once it is forgotten.',
    tests: [
      { file: backoff, title: 'doubles with each failure, for each key on its own' },
      { file: backoff, title: 'begins anew once the key is forgotten' },
      { file: backoff, title: 'ends exactly at the longest wait, also after a thousand failures and more' },
    ],
  },
  {
    id: 'case-9',
    states:
      'Of two limits of one wait the longer wins. A schedule that jumps from short to long waits is not offered: what the cluster refuses waits a second at first, and 30 at last.',
    tests: [
      { file: backoff, title: 'lets a single wait have bounds of its own, of which the lower one wins' },
      { file: backoff, title: 'doubles from another first wait on, however many shorter ones came before' },
      {
        file: `${controller}/regression/busy-server.test.ts`,
        title: 'a server that asks to be left alone for a while is left alone so long, whatever the backoff is',
      },
      {
        file: workers,
        title: 'that may end by itself is looked at again, first after a second and then at least every 30',
      },
    ],
  },
  {
    id: 'case-10',
    states: 'A key in work is not handed out; the metrics count it once for each time that it became due.',
    tests: [
      { file: basics, title: 'holds a key once, however often it is added' },
      {
        file: basics,
        title: 'keeps a key that was added while it was in work until it is done, and hands it out once more',
      },
    ],
  },
  {
    id: 'case-11',
    states:
      'The highest priority asked for wins, moves a key forward, and is what the depth is told by. Not so in ours: FIFO within a priority holds within a namespace only, as the namespaces are served in turn; and a priority is not strict, as a lower one gets every tenth key.',
    tests: [
      { file: basics, title: 'are the highest asked for: of %i and %i it is 2' },
      { file: basics, title: 'push a key forward when they are raised' },
      { file: basics, title: 'come before the order of coming' },
      { file: basics, title: 'is the depth of each priority: $first, then $second' },
      { file: fairness, title: 'each keep their own keys in the order in which they came, as those do that have none' },
      { file: fairness, title: 'gets every tenth key beside 100 keys that change all the time' },
    ],
  },
  {
    id: 'case-12',
    states: 'Of now and later it is now; what is delayed does not count as due.',
    tests: [
      { file: delays, title: 'is due at once when it is added without a delay, and then not at its time' },
      { file: delays, title: 'does not count as due' },
    ],
  },
  {
    id: 'case-26',
    states:
      'Nothing is reconciled before the objects of all caches are known; a cache that does not fill makes the process not ready, is logged and counted, and is tried on.',
    tests: [
      {
        file: `${controller}/warm.real.test.ts`,
        title:
          'nothing is reconciled before all is known, which may take until a missing kind is installed; till then it is not ready',
      },
      {
        file: 'operator/runtime/src/manager/health/cache-health.test.ts',
        title: 'is logged and counted once per kind that is not filled in time, and holds again when it is',
      },
    ],
  },
  {
    id: 'case-27',
    states:
      'Failures count until a reconcile goes well, which also a time to look again is; what trying again cannot help is not tried again.',
    tests: [
      { file: workers, title: 'ends what failures before it cost' },
      { file: workers, title: 'is tried again after waits that double up to 30 s' },
      { file: workers, title: 'is not tried again if that cannot help' },
      { file: workers, title: 'comes again at exactly the time that it asked for, however often it failed before' },
    ],
  },
  {
    id: 'case-30',
    states:
      'A new event beats the wait after a failure; our own writes wake nobody; an object that was made again unnoticed is another one.',
    tests: [
      { file: workers, title: 'is tried again at once when something changes, and its failures still count' },
      { file: delays, title: 'is due at once after a new event, which does not make its failures forgotten' },
      { file: changes, title: 'of ours wakes us neither when it is answered nor when the watch tells of it' },
      { file: workers, title: 'has a memory of its own for each incarnation of its object' },
    ],
  },
  {
    id: 'fault-12',
    states: 'A thousand resources cost exactly one write for each child and one for each status, by priority or not.',
    tests: [
      {
        file: 'test/faults/thousand-resources.test.ts',
        title: 'a thousand resources, listed and new, cost one write for each child and one for each status',
      },
    ],
  },
  {
    id: 'fault-15',
    states:
      'A flood in one namespace, and resources that change all the time, keep others waiting for no longer than a bound that the docs state.',
    tests: [
      {
        file: fairness,
        title: 'has a bound in keys that are handed out before it, whatever keeps the workers busy all the time',
      },
      {
        file: `${controller}/fairness.test.ts`,
        title: 'lets the single one of another wait for no more of them than there are workers',
      },
      { file: `${controller}/fairness.test.ts`, title: 'has its turn beside 100 that change all the time' },
    ],
  },
  {
    id: 'fault-16',
    states:
      'Owners that came and went, watches that broke and terms that ended leave no listener, timer, row, entry of a map, watch or metric behind.',
    tests: [
      { file: bounded, title: 'of owners that came and went' },
      { file: bounded, title: 'of owners that came and went while it stood by' },
      { file: bounded, title: 'of watches that broke' },
      { file: bounded, title: 'of terms that it has led' },
      {
        file: 'operator/runtime/src/manager/bounded.real.test.ts',
        title: 'owners that come and go leave no socket, listener or entry of a map behind',
      },
      {
        file: 'operator/runtime/src/client/http-transport.test.ts',
        title: 'leave as many sockets, handles and listeners as one of each',
      },
    ],
  },
];
