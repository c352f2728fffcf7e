import { isOperatorError, type Logger, messageOf, parseKey } from '../base/index.ts';
import { isApiError } from '../client/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import type { Outcome } from '../reconcile/index.ts';
import { Failures } from './failures.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';
import type { ReconcileResult } from './reconcile-observer.ts';

/** Who is to be told of the end of a reconcile. */
export interface SettleOptions extends Pick<ReconcileKeyOptions, 'memories' | 'primary' | 'leadership' | 'observer'> {
  readonly queue: WorkQueue;
}

/** A reconcile that has ended. */
export interface EndedReconcile<O extends Outcome = Outcome> {
  readonly key: string;
  readonly outcome: O;
  /** Its own. */
  readonly log: Logger;
}

/** When what the cluster's state stands in the way of is looked at again: it takes its time to change. */
const refusedAgain = { firstMs: 1_000, maxMs: 30_000 } as const;

/** When the key is due again, and what the log says. */
export function settle(options: SettleOptions, { key, outcome, log }: EndedReconcile): void {
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

/** What is not tried again waits for a change; if that was made meanwhile, it does not wait at all. */
function refused(options: SettleOptions, ended: EndedReconcile<Refused>): void {
  const { queue, observer } = options;
  const { key, outcome } = ended;
  tellRefusal(options, ended);
  options.memories.get(key)?.failures?.interrupted();
  if (outcome.refusal.retry) queue.retry(key, refusedAgain);
  else queue.forget(key);
  if (outcome.changedMeanwhile) queue.add(key);
  const isTriedAgain = outcome.refusal.retry || outcome.changedMeanwhile;
  if (!isTriedAgain) observer?.terminalError();
}

/** A warning when it is news, and not once per try. What a controller itself says is not the cluster's. */
function tellRefusal({ memories }: SettleOptions, { key, outcome, log }: EndedReconcile<Refused>): void {
  const { reason, message: detail } = outcome.refusal;
  const message = isOperatorError(outcome.error, 'NOT_READY') ? 'not ready' : 'the cluster refuses';
  const memory = memories.get(key);
  const isNews = memory?.refusal !== `${reason} ${detail}`;
  if (memory !== undefined) memory.refusal = `${reason} ${detail}`;
  const fields = { reason, detail, ...causeOf(outcome.error) };
  if (isNews) log.warn(message, fields);
  else log.debug(message, fields);
}

/** What is at the bottom of it: the status says what it means for the resource, and nobody else could tell it. */
function causeOf(error: unknown): { readonly cause?: string } {
  let bottom = error;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  return bottom === error ? {} : { cause: messageOf(bottom) };
}

function failed(
  { queue, observer, leadership, memories }: SettleOptions,
  { key, outcome: { error, retry }, log }: EndedReconcile<Extract<Outcome, { result: 'failed' }>>,
): void {
  if (leadership.signal.aborted) {
    queue.add(key);
    return;
  }
  if (isDefect(error)) observer?.panic();
  const waitMs = retry ? queue.retry(key, { atLeastMs: (isApiError(error) && error.retryAfterMs) || 0 }) : undefined;
  tellFailure({ queue, memories }, { key, error, log, waitMs });
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

/** The whole error when it is news, then a line whenever the wait has changed or it is back: not one per try. */
function tellFailure(
  { queue, memories }: Pick<SettleOptions, 'queue' | 'memories'>,
  { key, error, log, waitMs }: FailedTry,
): void {
  if (isOperatorError(error, 'API_CONFLICT') || isOperatorError(error, 'STALE')) {
    log.info('reading again', { detail: messageOf(error) });
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

/** The memory of a resource whose reconcile has failed; of one that is gone meanwhile nothing is kept. */
function failuresOf(memories: SettleOptions['memories'], key: string): Failures {
  const memory = memories.get(key);
  if (memory === undefined) return new Failures();
  memory.failures ??= new Failures();
  return memory.failures;
}

/** What was in the way is news if it comes back. */
function forgetTrouble({ memories }: SettleOptions, key: string): void {
  const memory = memories.get(key);
  delete memory?.refusal;
  delete memory?.failures;
}

/** An object that is gone takes with it what was known of its children. */
function forgetMemory({ memories, primary }: SettleOptions, key: string): void {
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
