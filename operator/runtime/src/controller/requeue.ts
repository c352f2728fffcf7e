import { isOperatorError, type Logger, messageOf, parseKey } from '../base/index.ts';
import { isApiError } from '../client/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import type { Outcome } from '../reconcile/index.ts';
import { Failures } from './failures.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';
import type { ReconcileResult } from './reconcile-observer.ts';

/** What the end of a reconcile has an effect on. */
export interface RequeueOptions extends Pick<ReconcileKeyOptions, 'memories' | 'primary' | 'leadership' | 'observer'> {
  readonly queue: WorkQueue;
}

/** A reconcile that has ended. */
export interface EndedReconcile<O extends Outcome = Outcome> {
  readonly key: string;
  readonly outcome: O;
  /** Its own. */
  readonly log: Logger;
}

/** How long a refused key waits: the state of the cluster that is in its way takes time to change. */
const refusedAgain = { firstMs: 1_000, maxMs: 30_000 } as const;

/** Makes the key due again, if it is to be, and logs what is in the way. */
export function requeue(options: RequeueOptions, { key, outcome, log }: EndedReconcile): void {
  const { queue } = options;
  switch (outcome.result) {
    case 'done':
      queue.forget(key);
      forgetTrouble(options, key);
      if (outcome.changedMeanwhile) queue.add(key);
      else if (outcome.action.kind === 'checkAgain') queue.add(key, { afterMs: outcome.action.afterMs });
      return;
    case 'gone':
      queue.forget(key);
      forgetMemory(options, key);
      return;
    case 'refused':
      refused(options, { key, outcome, log });
      return;
    case 'failed':
      failed(options, { key, outcome, log });
  }
}

type Refused = Extract<Outcome, { result: 'refused' }>;

/** What is not tried again waits for a change; a change that came meanwhile makes it due at once. */
function refused(options: RequeueOptions, ended: EndedReconcile<Refused>): void {
  const { queue, observer } = options;
  const { key, outcome } = ended;
  logRefusal(options, ended);
  options.memories.get(key)?.failures?.interrupted();
  if (outcome.refusal.retry) queue.retry(key, refusedAgain);
  else queue.forget(key);
  if (outcome.changedMeanwhile) queue.add(key);
  const isTriedAgain = outcome.refusal.retry || outcome.changedMeanwhile;
  if (!isTriedAgain) observer?.terminalError();
}

/** A warning when it is news, not once per try. `notReady` is what the controller says, anything else what the API server says. */
function logRefusal({ memories }: RequeueOptions, { key, outcome, log }: EndedReconcile<Refused>): void {
  const { reason, message: detail } = outcome.refusal;
  const message = isOperatorError(outcome.error, 'NOT_READY') ? 'not ready' : 'the cluster refuses';
  const memory = memories.get(key);
  const isNews = memory?.refusal !== `${reason} ${detail}`;
  if (memory !== undefined) memory.refusal = `${reason} ${detail}`;
  const fields = { reason, detail, ...causeOf(outcome.error) };
  if (isNews) log.warn(message, fields);
  else log.debug(message, fields);
}

/** The error at the end of the chain of causes: the status says what it means for the resource, only the log what it was. */
function causeOf(error: unknown): { readonly cause?: string } {
  let bottom = error;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  return bottom === error ? {} : { cause: messageOf(bottom) };
}

function failed(
  { queue, observer, leadership, memories }: RequeueOptions,
  { key, outcome: { error, retry }, log }: EndedReconcile<Extract<Outcome, { result: 'failed' }>>,
): void {
  if (leadership.signal.aborted) {
    queue.add(key);
    return;
  }
  if (isDefect(error)) observer?.panic();
  const waitMs = retry ? queue.retry(key, { atLeastMs: (isApiError(error) && error.retryAfterMs) || 0 }) : undefined;
  logFailure({ queue, memories }, { key, error, log, waitMs });
  if (retry) return;
  observer?.terminalError();
  queue.forget(key);
}

/** A try that has failed. */
interface FailedTry extends Pick<EndedReconcile, 'key' | 'log'> {
  readonly error: unknown;
  /** Until the next one; `undefined` if there is none. */
  readonly waitMs: number | undefined;
}

/** The whole error when it is news, then a line whenever the wait has changed or the error is back: not one per try. */
function logFailure(
  { queue, memories }: Pick<RequeueOptions, 'queue' | 'memories'>,
  { key, error, log, waitMs }: FailedTry,
): void {
  if (isOperatorError(error, 'API_CONFLICT') || isOperatorError(error, 'STALE')) {
    log.info('conflict, reconciling again', { detail: messageOf(error) });
    return;
  }
  const failures = failuresOf(memories, key);
  const backoffMs = waitMs === undefined ? undefined : queue.backoffMs(key);
  const fields = {
    failures: queue.failures(key) + (waitMs === undefined ? 1 : 0),
    ...(backoffMs !== undefined && { backoffMs }),
  };
  const { loudness, words } = failures.tried(error, backoffMs);
  if (loudness === 'news') log.error(error, 'reconcile failed', fields);
  else if (loudness === 'again') log.warn('reconcile has failed again', { ...fields, detail: words });
  else log.debug('reconcile has failed again', { ...fields, detail: words });
}

/** The failures of a resource; of one that is deleted meanwhile nothing is kept. */
function failuresOf(memories: RequeueOptions['memories'], key: string): Failures {
  const memory = memories.get(key);
  if (memory === undefined) return new Failures();
  memory.failures ??= new Failures();
  return memory.failures;
}

/** What was in the way is news again if it comes back. */
function forgetTrouble({ memories }: RequeueOptions, key: string): void {
  const memory = memories.get(key);
  delete memory?.refusal;
  delete memory?.failures;
}

/** Of a deleted object nothing is remembered. */
function forgetMemory({ memories, primary }: RequeueOptions, key: string): void {
  if (primary.get(parseKey(key)) === undefined) memories.delete(key);
}

/** In controller-runtime's words. */
export function resultOf(outcome: Outcome): ReconcileResult {
  if (outcome.result === 'gone') return 'success';
  if (outcome.result !== 'done') return 'error';
  if (outcome.changedMeanwhile) return 'requeue';
  return outcome.action.kind === 'checkAgain' ? 'requeue_after' : 'success';
}

/** What the language throws when code is wrong. A `SyntaxError` is not: `JSON.parse` throws it for others' texts. */
const defects = [TypeError, ReferenceError, RangeError, EvalError];

/**
 * Whether something that was thrown shows a defect of the code, which no trying again can heal: what is no error at all,
 * or what the language throws by itself. `fetch` reports a network's failure as a `TypeError` with a cause; that is none.
 */
export function isDefect(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  return thrown.cause === undefined && defects.some((type) => thrown instanceof type);
}
