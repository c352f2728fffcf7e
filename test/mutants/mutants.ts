import { apiMutants } from './api-mutants.ts';
import { argoMutants } from './argo-mutants.ts';
import { authorMutants } from './author-mutants.ts';
import { boundedMutants } from './bounded-mutants.ts';
import { cacheViewMutants } from './cache-view-mutants.ts';
import { errorMutants } from './error-mutants.ts';
import { eventLoopMutants } from './event-loop-mutants.ts';
import { eventMutants } from './event-mutants.ts';
import { failureMutants } from './failure-mutants.ts';
import { faultMutants } from './fault-mutants.ts';
import { inMemoryMutants } from './in-memory-mutants.ts';
import { kitMutants } from './kit-mutants.ts';
import { kubeletMutants } from './kubelet-mutants.ts';
import { managerMutants } from './manager-mutants.ts';
import { metricsAddressMutants } from './metrics-address-mutants.ts';
import { queueMutants } from './queue-mutants.ts';
import { scheduledEchoMutants } from './scheduled-echo-mutants.ts';
import { seenMutants } from './seen-mutants.ts';
import { watchMutants } from './watch-mutants.ts';
import { childMutants } from './child-mutants.ts';
import { echoMutants } from './echo-mutants.ts';
import { immortalContainerMutants } from './immortal-container-mutants.ts';
import { memcachedMutants } from './memcached-mutants.ts';
import { memoryMutants } from './memory-mutants.ts';
import type { Mutant } from './mutant.ts';
import { petMutants } from './pet-mutants.ts';
import { petStoreMutants } from './pet-store-mutants.ts';
import { badInputMutants } from './bad-input-mutants.ts';
import { processMutants } from './process-mutants.ts';
import { proofMutants } from './proof-mutants.ts';
import { reconcileMutants } from './reconcile-mutants.ts';
import { petSharingMutants } from './pet-sharing-mutants.ts';
import { refusalMutants } from './refusal-mutants.ts';
import { rolloutMutants } from './rollout-mutants.ts';
import { rowMutants } from './row-mutants.ts';
import { strangeAnswerMutants } from './strange-answer-mutants.ts';
import { volumeMutants } from './volume-mutants.ts';
import { webServerMutants } from './web-server-mutants.ts';
import { yamlMutants } from './yaml-mutants.ts';

const queue = 'operator/runtime/src/queue';
const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';
const reconcile = 'operator/runtime/src/reconcile';
const election = 'operator/runtime/src/manager/election';

/** At least one per promise of the runtime. In the order of the rooms. */
export const mutants: readonly Mutant[] = [
  {
    name: 'queue-hands-a-key-out-twice',
    promise: 'The same key is never in work twice at once.',
    file: `${queue}/work-queue.ts`,
    find: 'if (!this.#inWork.has(item)) this.#offer(item);',
    replace: 'this.#offer(item);',
    test: {
      file: `${queue}/work-queue.test.ts`,
      title: 'keeps a key that was added while it was in work until it is done, and hands it out once more',
    },
  },
  {
    name: 'queue-loses-an-event-during-work',
    promise: 'A change that arrives while its object is reconciled leads to another run.',
    file: `${queue}/work-queue.ts`,
    find: "if (item.asked === 'due') this.#offer(item);",
    replace: '',
    test: {
      file: `${queue}/work-queue.test.ts`,
      title: 'hands each key out exactly twice, never at once, if each is added once more while it is in work',
    },
  },
  {
    name: 'queue-takes-the-later-time',
    promise: 'A key that is delayed twice is due at the earlier of both times.',
    file: `${queue}/work-queue.ts`,
    find: 'item.dueAt <= dueAt',
    replace: 'item.dueAt > dueAt',
    test: {
      file: `${queue}/work-queue-delays.test.ts`,
      title: 'is handed out once, at the earliest of its times',
    },
  },
  {
    name: 'queue-backoff-does-not-grow',
    promise: 'An object that keeps failing is tried less and less often.',
    file: `${queue}/key-backoff.ts`,
    find: 'grownMs * factor',
    replace: 'grownMs',
    test: { file: `${queue}/key-backoff.test.ts`, title: 'doubles with each failure, for each key on its own' },
  },
  {
    name: 'watch-swallows-410',
    promise: 'A watch whose resource version has expired lists anew.',
    file: `${watch}/after-failure.ts`,
    find: 'error.status === 410 || tooLarge',
    replace: 'tooLarge',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'a watch answered with 410 leads to a list of the newest after a wait',
    },
  },
  {
    name: 'watch-forgets-where-it-was',
    promise: 'A watch resumes from the last resource version, also one that only a bookmark told.',
    file: `${watch}/stream-steps.ts`,
    find: 'const next = { ...state, resourceVersion };',
    replace: 'const next = state;',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'BOOKMARK goes on from its resource version and tells no object',
    },
  },
  {
    name: 'watch-trusts-a-dead-connection',
    promise: 'A half-open connection is found: no stream outlives the time that it was asked for by much.',
    file: `${watch}/event-stream.ts`,
    find: 'this.#clock.after(askedMs + graceMs, this.#die)',
    replace: '() => undefined',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'five seconds more than the time asked for lead to the same watch at once, whatever was heard',
    },
  },
  {
    name: 'cache-lets-the-watch-undo-a-write',
    promise: 'After a write of ours the cache shows it or something newer.',
    file: `${cache}/take-event.ts`,
    find: 'held === undefined || age > 0 ? object : held',
    replace: 'object',
    test: {
      file: `${cache}/watched-cache.test.ts`,
      title: 'that is older than what is held never replaces it, but tells that somebody else changed something',
    },
  },
  {
    name: 'cache-wakes-for-its-own-echo',
    promise: 'The event of a write of ours wakes nobody.',
    file: `${cache}/take-event.ts`,
    find: 'const isOwnWrite = progress.confirmOwnWrite(resourceVersion);',
    replace: 'const isOwnWrite = false;',
    test: {
      file: `${cache}/watched-cache.test.ts`,
      title: 'of our own write notifies nobody, also if we have written again since',
    },
  },
  {
    name: 'apply-takes-from-a-stranger',
    promise: 'What has another controller, or none, is not touched.',
    row: 'all kinds: strangers',
    file: `${reconcile}/child/apply-child.ts`,
    find: 'refuseUnowned(run, kind, live);',
    replace: '',
    test: {
      file: `${reconcile}/child/apply-child.test.ts`,
      title: 'is never touched, and named together with its own controller',
    },
  },
  ...childMutants,
  ...reconcileMutants,
  ...rolloutMutants,
  ...memoryMutants,
  {
    name: 'election-trusts-its-timer',
    promise: 'No write begins after the renew deadline, also in a process that was paused.',
    file: `${election}/leadership.ts`,
    find: 'if (!this.signal.aborted && this.#clock.monotonic() >= this.#deadlineAtMs) this.#expire();',
    replace: '',
    test: {
      file: `${election}/leadership.test.ts`,
      title: 'refuses a write after the deadline even if no timer has fired: a process that was paused',
    },
  },
  {
    name: 'election-counts-from-the-answer',
    promise: 'The renew deadline counts from when the renewal was sent.',
    file: `${election}/leadership.ts`,
    find: 'this.#deadlineAtMs = sentAtMs + this.#renewDeadlineMs;',
    replace: 'this.#deadlineAtMs = this.#clock.monotonic() + this.#renewDeadlineMs;',
    test: { file: `${election}/leadership.test.ts`, title: 'counts a renewal from when it was sent' },
  },
  {
    name: 'election-takes-a-deleted-lease',
    promise: 'The holder of a deleted lease keeps it as long as what was seen of it is valid.',
    file: `${election}/observation.ts`,
    find: 'this.holder === identity || this.remainingMs <= 0',
    replace: 'true',
    test: {
      file: `${election}/lease-lock.test.ts`,
      title: 'leaves a deleted one to its holder as long as that counts as alive',
    },
  },
  {
    name: 'election-releases-what-is-not-ours',
    promise: 'A lease that another holds is left alone on stop.',
    file: `${election}/lease-lock.ts`,
    find: 'lease === undefined || holderOf(lease) !== this.#options.identity',
    replace: 'lease === undefined',
    test: {
      file: `${election}/lease-lock.test.ts`,
      title: 'leaves it alone when another holds it, or when it is gone',
    },
  },
  {
    name: 'processes-end-a-stranger',
    promise: 'A recorded process id is only ended if it still belongs to the process that was recorded.',
    file: 'operator/testing/src/processes/end-tree.ts',
    find: 'startTime !== leader.startTime',
    replace: 'startTime === leader.startTime && false',
    test: {
      file: 'operator/testing/src/processes/end-tree.test.ts',
      title: 'a stranger who got the pid of the leader is not a member',
    },
  },
  ...apiMutants,
  ...watchMutants,
  ...cacheViewMutants,
  ...queueMutants,
  ...boundedMutants,
  ...kitMutants,
  ...kubeletMutants,
  ...proofMutants,
  ...authorMutants,
  ...managerMutants,
  ...metricsAddressMutants,
  ...seenMutants,
  ...faultMutants,
  ...failureMutants,
  ...strangeAnswerMutants,
  ...inMemoryMutants,
  ...processMutants,
  ...volumeMutants,
  ...badInputMutants,
  ...refusalMutants,
  ...errorMutants,
  ...eventMutants,
  ...eventLoopMutants,
  ...rowMutants,
  ...immortalContainerMutants,
  ...webServerMutants,
  ...memcachedMutants,
  ...echoMutants,
  ...scheduledEchoMutants,
  ...petMutants,
  ...petSharingMutants,
  ...petStoreMutants,
  ...argoMutants,
  ...yamlMutants,
];
