import { parseKey } from '../base/index.ts';
import { isApiError } from '../client/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import {
  type EndedReconcile,
  type FailedReconcile,
  logFailure,
  logRejection,
  type RejectedReconcile,
} from './log-outcome.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

/** What the outcome of a reconcile changes. */
interface RequeueOptions extends Pick<ReconcileKeyOptions, 'memories' | 'primary' | 'leadership' | 'observer'> {
  readonly queue: WorkQueue;
}

/** The backoff of a refused key: the state of the cluster takes time to change. */
const rejectedRetry = { firstMs: 1_000, maxMs: 30_000 } as const;

/**
 * Enqueues the key again if necessary, and logs a refusal. Its backoff is reset when it succeeds, when its object is
 * deleted, and when it is not tried again; a retry and a lost term keep it.
 */
export function requeue(options: RequeueOptions, { key, outcome, log }: EndedReconcile): void {
  const { queue } = options;
  switch (outcome.result) {
    case 'done':
      queue.forget(key);
      forgetErrors(options, key);
      if (outcome.changedMeanwhile) queue.add(key);
      else if (outcome.action.kind === 'requeueAfter') queue.add(key, { afterMs: outcome.action.afterMs });
      return;
    case 'deleted':
      queue.forget(key);
      forgetMemory(options, key);
      return;
    case 'refused':
      requeueRejected(options, { key, outcome, log });
      return;
    case 'failed':
      requeueFailed(options, { key, outcome, log });
  }
}

/** A key that is not tried again waits for a change; if one came meanwhile, it is due at once. */
function requeueRejected(options: RequeueOptions, ended: RejectedReconcile): void {
  const { queue, observer } = options;
  const { key, outcome } = ended;
  logRejection(options, ended);
  options.memories.get(key)?.errors?.noteInterrupted();
  if (outcome.rejection.retry) queue.retry(key, rejectedRetry);
  else queue.forget(key);
  if (outcome.changedMeanwhile) queue.add(key);
  const isTriedAgain = outcome.rejection.retry || outcome.changedMeanwhile;
  if (!isTriedAgain) observer?.onTerminalError();
}

function requeueFailed(
  { queue, observer, leadership, memories }: RequeueOptions,
  { key, outcome: { error, retry }, log }: FailedReconcile,
): void {
  if (leadership.signal.aborted) {
    queue.add(key);
    return;
  }
  if (isDefect(error)) observer?.onUncaughtError();
  const waitMs = retry ? queue.retry(key, { atLeastMs: (isApiError(error) && error.retryAfterMs) || 0 }) : undefined;
  logFailure({ queue, memories }, { key, error, log, waitMs });
  if (retry) return;
  observer?.onTerminalError();
  queue.forget(key);
}

/** A refusal is new again if it comes back. */
function forgetErrors({ memories }: RequeueOptions, key: string): void {
  const memory = memories.get(key);
  if (memory === undefined) return;
  memory.refusal = undefined;
  memory.errors = undefined;
}

/** Nothing is remembered of a deleted object. */
function forgetMemory({ memories, primary }: RequeueOptions, key: string): void {
  if (primary.get(parseKey(key)) === undefined) memories.delete(key);
}

/** What the language throws when code is wrong. A `SyntaxError` is not: `JSON.parse` throws it for others' texts. */
const defects = [TypeError, ReferenceError, RangeError, EvalError];

/**
 * Whether a thrown value shows a defect of the code, which trying again cannot help: a value that is no error at all,
 * or an error of the language. A `TypeError` with a cause is none: `fetch` throws it when the network fails.
 */
export function isDefect(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  return thrown.cause === undefined && defects.some((type) => thrown instanceof type);
}
