import { isOperatorError, type Logger, getMessage } from '../base/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import { type Outcome, ReportedErrors } from '../reconcile/index.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

export interface EndedReconcile<O extends Outcome = Outcome> {
  readonly key: string;
  readonly outcome: O;
  /** The logger of this reconcile. */
  readonly log: Logger;
}

export type RejectedReconcile = EndedReconcile<Extract<Outcome, { result: 'refused' }>>;
export type FailedReconcile = EndedReconcile<Extract<Outcome, { result: 'failed' }>>;

/** The errors and rejections that have been logged for each resource. */
type LogOutcomeOptions = Pick<ReconcileKeyOptions, 'memories'>;

/**
 * Logs a new rejection as a warning, not once per attempt. The message is that of `notReady`, or else the API server's.
 */
export function logRejection({ memories }: LogOutcomeOptions, { key, outcome, log }: RejectedReconcile): void {
  const { reason, message: detail } = outcome.rejection;
  const message = isOperatorError(outcome.error, 'NOT_READY') ? 'not ready' : 'cannot apply the desired state';
  const memory = memories.get(key);
  const isNews = memory?.refusal !== `${reason} ${detail}`;
  if (memory !== undefined) memory.refusal = `${reason} ${detail}`;
  const fields = { reason, detail, ...findRootCause(outcome.error) };
  if (isNews) log.warn(message, fields);
  else log.debug(message, fields);
}

/**
 * The error at the end of the cause chain: the status states its meaning for the resource, only the log has the cause.
 */
function findRootCause(error: unknown): { readonly cause?: string } {
  let bottom = error;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  return bottom === error ? {} : { cause: getMessage(bottom) };
}

/** A failed attempt. */
interface FailedTry extends Pick<EndedReconcile, 'key' | 'log'> {
  readonly error: unknown;
  /** The wait until the next attempt; `undefined` without one. */
  readonly waitMs: number | undefined;
}

/**
 * Logs a new error completely, then one line whenever the wait has changed or the error recurs: not one per attempt.
 */
export function logFailure(
  { queue, memories }: LogOutcomeOptions & { readonly queue: WorkQueue },
  { key, error, log, waitMs }: FailedTry,
): void {
  if (isOperatorError(error, 'API_CONFLICT') || isOperatorError(error, 'STALE')) {
    log.info('conflict, reconciling again', { detail: getMessage(error) });
    return;
  }
  const errors = getReportedErrors(memories, key);
  const backoffMs = waitMs === undefined ? undefined : queue.backoffMs(key);
  const fields = {
    failures: queue.failures(key) + (waitMs === undefined ? 1 : 0),
    ...(backoffMs !== undefined && { backoffMs }),
  };
  const { level, words } = errors.noteTry(error, backoffMs);
  if (level === 'error') log.error(error, 'reconcile failed', fields);
  else if (level === 'warn') log.warn('reconcile failed again', { ...fields, detail: words });
  else log.debug('reconcile failed again', { ...fields, detail: words });
}

/** The errors of a resource; discarded if the resource is deleted meanwhile. */
function getReportedErrors(memories: LogOutcomeOptions['memories'], key: string): ReportedErrors {
  const memory = memories.get(key);
  if (memory === undefined) return new ReportedErrors();
  memory.errors ??= new ReportedErrors();
  return memory.errors;
}
