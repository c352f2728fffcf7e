import { apiMutants } from './api-mutants.ts';
import { argoMutants } from './argo-mutants.ts';
import { authorMutants } from './author-mutants.ts';
import { boundedMutants } from './bounded-mutants.ts';
import { cacheViewMutants } from './cache-view-mutants.ts';
import { cleanUpMutants } from './clean-up-mutants.ts';
import { conversionMutants } from './conversion-mutants.ts';
import { crdChangeMutants } from './crd-change-mutants.ts';
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
import { helmMutants } from './helm-mutants.ts';
import { immortalContainerMutants } from './immortal-container-mutants.ts';
import { memcachedMutants } from './memcached-mutants.ts';
import { memoryMutants } from './memory-mutants.ts';
import type { Mutant } from './mutant.ts';
import { optionMutants } from './option-mutants.ts';
import { petMutants } from './pet-mutants.ts';
import { petStoreMutants } from './pet-store-mutants.ts';
import { badInputMutants } from './bad-input-mutants.ts';
import { policyMutants } from './policy-mutants.ts';
import { processMutants } from './process-mutants.ts';
import { proofMutants } from './proof-mutants.ts';
import { reconcileMutants } from './reconcile-mutants.ts';
import { petSharingMutants } from './pet-sharing-mutants.ts';
import { removalMutants } from './removal-mutants.ts';
import { refusalMutants } from './refusal-mutants.ts';
import { rolloutMutants } from './rollout-mutants.ts';
import { rowMutants } from './row-mutants.ts';
import { strangeAnswerMutants } from './strange-answer-mutants.ts';
import { volumeMutants } from './volume-mutants.ts';
import { webhookMutants } from './webhook-mutants.ts';
import { webServerMutants } from './web-server-mutants.ts';
import { webhookObjectsMutants } from './webhook-objects-mutants.ts';
import { yamlMutants } from './yaml-mutants.ts';

const queue = 'operator/runtime/src/queue';
const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';
const reconcile = 'operator/runtime/src/reconcile';
const election = 'operator/runtime/src/manager/election';

/** All mutants: at least two per promise of the runtime (`promises.ts`), and one per row of `operator-rows.ts`. */
export const mutants: readonly Mutant[] = [
  {
    name: 'queue-hands-a-key-out-twice',
    promise: 'Two workers never reconcile the same key at the same time.',
    file: `${queue}/work-queue.ts`,
    find: 'if (!this.#inWork.has(item)) this.#offer(item);',
    replace: 'this.#offer(item);',
    test: `${queue}/work-queue.test.ts`,
  },
  {
    name: 'queue-loses-an-event-during-work',
    promise: 'A change of an object during its reconcile leads to another reconcile.',
    file: `${queue}/work-queue.ts`,
    find: "if (item.asked === 'due') this.#offer(item);",
    replace: '',
    test: `${queue}/work-queue.test.ts`,
  },
  {
    name: 'queue-takes-the-later-time',
    promise: 'A key that is added with two delays is due at the earlier time.',
    file: `${queue}/work-queue.ts`,
    find: 'item.dueAt <= dueAt',
    replace: 'item.dueAt > dueAt',
    test: `${queue}/work-queue-delays.test.ts`,
  },
  {
    name: 'queue-backoff-does-not-grow',
    promise: 'The backoff of a key grows with each failure.',
    file: `${queue}/key-backoff.ts`,
    find: 'grownMs * factor',
    replace: 'grownMs',
    test: `${queue}/key-backoff.test.ts`,
  },
  {
    name: 'watch-swallows-410',
    promise: 'After a 410 (the resource version has expired), a watch lists again.',
    file: `${watch}/after-failure.ts`,
    find: 'error.status === 410 || tooLarge',
    replace: 'tooLarge',
    test: `${watch}/step.test.ts`,
  },
  {
    name: 'watch-forgets-where-it-was',
    promise: 'A watch resumes from the last resource version, even if only a bookmark had it.',
    file: `${watch}/stream-steps.ts`,
    find: 'const next = { ...state, resourceVersion };',
    replace: 'const next = state;',
    test: `${watch}/step.test.ts`,
  },
  {
    name: 'watch-trusts-a-dead-connection',
    promise: 'A half-open connection is detected: a stream is closed 5 s after the end that the watch requested.',
    file: `${watch}/event-stream.ts`,
    find: 'this.#clock.after(askedMs + graceMs, this.#die)',
    replace: '() => undefined',
    test: `${watch}/step.test.ts`,
  },
  {
    name: 'cache-lets-the-watch-undo-a-write',
    promise: 'After an own write, the cache shows the written object or a newer one.',
    file: `${cache}/take-event.ts`,
    find: 'held === undefined || order > 0 ? object : held',
    replace: 'object',
    test: `${cache}/watched-cache.test.ts`,
  },
  {
    name: 'cache-wakes-for-its-own-write',
    promise: 'The event of an own write notifies nobody.',
    file: `${cache}/take-event.ts`,
    find: 'const isOwnWrite = progress.confirmOwnWrite(resourceVersion);',
    replace: 'const isOwnWrite = false;',
    test: `${cache}/watched-cache.test.ts`,
  },
  {
    name: 'apply-takes-an-unowned-object',
    promise: 'An object with another controller, or without one, is not changed.',
    row: 'all kinds: unowned objects',
    file: `${reconcile}/child/apply-child.ts`,
    find: 'refuseUnowned(run, kind, live);',
    replace: '',
    test: `${reconcile}/child/apply-child.test.ts`,
  },
  ...childMutants,
  ...cleanUpMutants,
  ...reconcileMutants,
  ...rolloutMutants,
  ...memoryMutants,
  {
    name: 'election-trusts-its-timer',
    promise: 'No write begins after the renew deadline, even in a process that was paused.',
    file: `${election}/term.ts`,
    find: 'if (!this.signal.aborted && this.#clock.monotonic() >= this.#deadlineAtMs) this.#expire();',
    replace: '',
    test: `${election}/term.test.ts`,
  },
  {
    name: 'election-counts-from-the-answer',
    promise: 'The renew deadline counts from the time at which the renewal was sent.',
    file: `${election}/term.ts`,
    find: 'this.#deadlineAtMs = sentAtMs + this.#renewDeadlineMs;',
    replace: 'this.#deadlineAtMs = this.#clock.monotonic() + this.#renewDeadlineMs;',
    test: `${election}/term.test.ts`,
  },
  {
    name: 'election-takes-a-deleted-lease',
    promise: 'If the Lease is deleted, no other process acquires it before the duration of its last holder is over.',
    file: `${election}/observation.ts`,
    find: 'this.holder === identity || this.remainingMs <= 0',
    replace: 'true',
    test: `${election}/lease-lock.test.ts`,
  },
  {
    name: 'election-releases-what-is-not-ours',
    promise: 'A stop does not write a Lease that another process holds.',
    file: `${election}/lease-lock.ts`,
    find: 'lease === undefined || holderOf(lease) !== this.#options.identity',
    replace: 'lease === undefined',
    test: `${election}/lease-lock.test.ts`,
  },
  {
    name: 'processes-end-somebody-elses',
    promise: 'A process is ended by its recorded pid only if its start time is the recorded one.',
    file: 'operator/testing/src/processes/end-tree.ts',
    find: 'startTime !== leader.startTime',
    replace: 'startTime === leader.startTime && false',
    test: 'operator/testing/src/processes/end-tree.test.ts',
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
  ...webhookObjectsMutants,
  ...seenMutants,
  ...faultMutants,
  ...failureMutants,
  ...strangeAnswerMutants,
  ...inMemoryMutants,
  ...processMutants,
  ...volumeMutants,
  ...badInputMutants,
  ...refusalMutants,
  ...conversionMutants,
  ...errorMutants,
  ...eventMutants,
  ...eventLoopMutants,
  ...rowMutants,
  ...helmMutants,
  ...immortalContainerMutants,
  ...webServerMutants,
  ...memcachedMutants,
  ...echoMutants,
  ...scheduledEchoMutants,
  ...petMutants,
  ...petSharingMutants,
  ...petStoreMutants,
  ...argoMutants,
  ...policyMutants,
  ...removalMutants,
  ...webhookMutants,
  ...optionMutants,
  ...crdChangeMutants,
  ...yamlMutants,
];
