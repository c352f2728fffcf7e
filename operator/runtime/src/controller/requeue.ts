import { parseKey } from '../base/index.ts';
import { isApiError } from '../client/index.ts';
import { createCause, type WorkQueue } from '../queue/index.ts';
import {
  type EndedReconcile,
  type FailedReconcile,
  logFailure,
  logRejection,
  type RejectedReconcile,
} from './log-outcome.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

interface RequeueOptions extends Pick<ReconcileKeyOptions, 'memories' | 'primary' | 'leadership' | 'observer'> {
  readonly queue: WorkQueue;
}

const timer = [createCause('timer')];
const changedMeanwhile = [createCause('changed meanwhile')];

/**
 * The first wait after a rejected child in milliseconds: longer than after an error, because its cause changes slowly.
 */
const rejectedRetry = { firstMs: 1_000 } as const;

/**
 * Enqueues a key again if its outcome demands that, and logs rejections. The backoff is reset after a success, a
 * deletion or an outcome without a retry, and kept after a retry or a lost term.
 */
export function requeue(options: RequeueOptions, { key, outcome, log }: EndedReconcile): void {
  const { queue } = options;
  switch (outcome.result) {
    case 'done':
      queue.forget(key);
      forgetErrors(options, key);
      if (outcome.changedMeanwhile) queue.add(key, { causes: changedMeanwhile });
      else if (outcome.action.kind === 'requeueAfter')
        queue.add(key, { afterMs: outcome.action.afterMs, causes: timer });
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

/**
 * Enqueues a key after a rejected child. Without a retry it waits for a change; if one arrived during the reconcile,
 * the key is due at once.
 */
function requeueRejected(options: RequeueOptions, ended: RejectedReconcile): void {
  const { queue, observer } = options;
  const { key, outcome } = ended;
  logRejection(options, ended);
  options.memories.get(key)?.errors?.noteInterrupted();
  if (outcome.rejection.retry) queue.retry(key, rejectedRetry);
  else queue.forget(key);
  if (outcome.changedMeanwhile) queue.add(key, { causes: changedMeanwhile });
  const isTriedAgain = outcome.rejection.retry || outcome.changedMeanwhile;
  if (!isTriedAgain) observer?.onTerminalError();
}

function requeueFailed(
  { queue, observer, leadership, memories }: RequeueOptions,
  { key, outcome: { error, retry }, log }: FailedReconcile,
): void {
  if (leadership.signal.aborted) {
    queue.giveBack(key);
    return;
  }
  if (isDefect(error)) observer?.onUncaughtError();
  const waitMs = retry ? queue.retry(key, { atLeastMs: (isApiError(error) && error.retryAfterMs) || 0 }) : undefined;
  logFailure({ queue, memories }, { key, error, log, waitMs });
  if (retry) return;
  observer?.onTerminalError();
  queue.forget(key);
}

/** Forgets the logged errors of a key, so that a recurring one is logged as new. */
function forgetErrors({ memories }: RequeueOptions, key: string): void {
  const memory = memories.get(key);
  if (memory === undefined) return;
  memory.refusal = undefined;
  memory.errors = undefined;
}

/** Forgets everything about a key if its object is deleted. */
function forgetMemory({ memories, primary }: RequeueOptions, key: string): void {
  if (primary.get(parseKey(key)) === undefined) memories.delete(key);
}

/** Errors that JavaScript throws for wrong code. Without `SyntaxError`, which `JSON.parse` throws for wrong input. */
const defects = [TypeError, ReferenceError, RangeError, EvalError];

/**
 * Whether a thrown value is a programming error, which a retry cannot fix: a value that is not an `Error`, or an error
 * that JavaScript throws for wrong code. A `TypeError` with a cause does not count: `fetch` throws it when the
 * network fails.
 */
export function isDefect(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  return thrown.cause === undefined && defects.some((type) => thrown instanceof type);
}
