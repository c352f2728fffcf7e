import { randomUUID } from 'node:crypto';

import {
  anySignal,
  type Clock,
  deadline,
  isOperatorError,
  type KubeObject,
  type Logger,
  messageOf,
  parseKey,
} from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import { isApiError } from '../client/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import {
  type ControllerDefinition,
  type Outcome,
  type ReconcileEnvironment,
  reconcileObject,
  runLogger,
  type RunMemory,
} from '../reconcile/index.ts';
import type { Leadership } from './leadership.ts';
import type { ReconcileObserver } from './reconcile-observer.ts';

/** What is known of the children of one incarnation of a resource. */
export interface OwnerMemory {
  readonly uid: string;
  readonly children: RunMemory;
}

/** What workers need. */
export interface WorkersOptions {
  readonly definition: ControllerDefinition;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: WorkQueue;
  readonly environment: ReconcileEnvironment;
  /** By key. */
  readonly memories: Map<string, OwnerMemory>;
  readonly primary: ObjectCache<KubeObject>;
  readonly leadership: Leadership;
  readonly stop: AbortSignal;
  readonly workers?: number;
  readonly reconcileTimeoutMs?: number;
  readonly observer?: ReconcileObserver;
}

/** What the cluster's state stands in the way of is looked at again at least this often. */
const refusedAgainMs = 30_000;

/** Works on due keys until `stop` or the end of leadership; resolves once every running reconcile has ended. */
export async function runWorkers(options: WorkersOptions): Promise<void> {
  const noMore = anySignal(options.stop, options.leadership.signal);
  const workers = Array.from({ length: options.workers ?? 10 }, () => work(options, noMore));
  await Promise.all(workers);
}

async function work(options: WorkersOptions, noMore: AbortSignal): Promise<void> {
  const { queue, clock, observer } = options;
  while (!noMore.aborted) {
    const key = await queue.next(noMore);
    if (key === undefined) return;
    observer?.started();
    const startedAt = clock.monotonic();
    const outcome = await reconcileKey(options, key);
    settle(options, key, outcome);
    observer?.finished(resultOf(outcome), clock.monotonic() - startedAt);
    queue.done(key);
  }
}

async function reconcileKey(options: WorkersOptions, key: string): Promise<Outcome> {
  const owner = options.primary.get(parseKey(key));
  if (owner === undefined) return { result: 'gone' };
  const { definition, environment, clock, leadership } = options;
  using limit = deadline(clock, {
    what: `reconcile ${definition.api.kind} ${key}`,
    afterMs: options.reconcileTimeoutMs ?? 60_000,
    parent: leadership.signal,
  });
  const log = runLogger(options.log, { owner, reconcileId: randomUUID() });
  const memory = memoryOf(options.memories, key, owner.metadata.uid);
  const run = {
    environment,
    owner,
    ownerKind: definition.api,
    log,
    signal: limit.signal,
    memory,
    checked: new Set<string>(),
  };
  return await reconcileObject(definition, run);
}

/** A resource that was made again under the same name has other children: what was known of them is forgotten. */
function memoryOf(memories: WorkersOptions['memories'], key: string, uid: string): RunMemory {
  const known = memories.get(key);
  if (known?.uid === uid) return known.children;
  const children: RunMemory = new Map();
  memories.set(key, { uid, children });
  return children;
}

/** What the queue does with the key, and what the log says. */
function settle(options: WorkersOptions, key: string, outcome: Outcome): void {
  const { queue, log } = options;
  switch (outcome.result) {
    case 'done':
      queue.forget(key);
      if (outcome.changedMeanwhile) queue.add(key);
      else if (outcome.action.kind === 'checkAgain') queue.add(key, { afterMs: outcome.action.afterMs });
      return;
    case 'gone':
      queue.forget(key);
      forgetMemory(options, key);
      return;
    case 'refused':
      log.warn('the cluster refuses', { object: key, reason: outcome.refusal.reason, detail: outcome.refusal.message });
      if (outcome.refusal.retry) queue.retry(key, { maxMs: refusedAgainMs, atLeastMs: 1000 });
      else queue.forget(key);
      if (outcome.changedMeanwhile) queue.add(key);
      return;
    case 'failed':
      failed(options, key, outcome);
  }
}

function failed(
  { queue, log, observer, leadership }: WorkersOptions,
  key: string,
  { error, retry }: { error: unknown; retry: boolean },
): void {
  if (leadership.signal.aborted) {
    queue.add(key);
    return;
  }
  if (isOperatorError(error, 'TIMED_OUT')) observer?.timedOut();
  if (isOperatorError(error, 'API_CONFLICT') || isOperatorError(error, 'STALE'))
    log.info('reading again', { object: key, detail: messageOf(error) });
  else log.error(error, 'reconcile failed', { object: key, failures: queue.failures(key) + 1 });
  if (retry) queue.retry(key, { atLeastMs: (isApiError(error) && error.retryAfterMs) || 0 });
  else {
    observer?.terminalError();
    queue.forget(key);
  }
}

/** An object that is gone takes with it what was known of its children. */
function forgetMemory({ memories, primary }: WorkersOptions, key: string): void {
  if (primary.get(parseKey(key)) !== undefined) return;
  memories.delete(key);
}

function resultOf(outcome: Outcome): 'success' | 'error' | 'requeue' | 'requeue_after' {
  if (outcome.result === 'gone') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'checkAgain' ? 'requeue_after' : 'success';
}
