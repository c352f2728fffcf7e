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

/** `memories` holds the errors and rejections that have been logged for each resource. */
type LogOutcomeOptions = Pick<ReconcileKeyOptions, 'memories'>;

/**
 * Logs a rejected child as a warning, once per rejection rather than once per attempt. The message is that of
 * `notReady`, or else the API server's.
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
 * The last error of the cause chain, as a log field. The status explains the first error; only the log has this one.
 */
function findRootCause(error: unknown): { readonly cause?: string } {
  let bottom = error;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  return bottom === error ? {} : { cause: getMessage(bottom) };
}

/** A failed attempt to reconcile. */
interface FailedTry extends Pick<EndedReconcile, 'key' | 'log'> {
  readonly error: unknown;
  /** The wait until the next attempt in milliseconds; `undefined` if none follows. */
  readonly waitMs: number | undefined;
}

/**
 * Logs a new error with all its details. When the same error recurs, logs only one line, and only if the wait has
 * changed.
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

/** The logged errors of a resource; a throw-away list if the resource is deleted. */
function getReportedErrors(memories: LogOutcomeOptions['memories'], key: string): ReportedErrors {
  const memory = memories.get(key);
  if (memory === undefined) return new ReportedErrors();
  memory.errors ??= new ReportedErrors();
  return memory.errors;
}
