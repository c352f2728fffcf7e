import { isOperatorError, type Logger, getMessage } from '../base/index.ts';
import type { WorkQueue } from '../queue/index.ts';
import { type Outcome, ReportedErrors } from '../reconcile/index.ts';
import type { ReconcileKeyOptions } from './reconcile-key.ts';

/** A reconcile that has ended. */
export interface EndedReconcile<O extends Outcome = Outcome> {
  readonly key: string;
  readonly outcome: O;
  /** The logger of this reconcile. */
  readonly log: Logger;
}

export type RejectedReconcile = EndedReconcile<Extract<Outcome, { result: 'refused' }>>;
export type FailedReconcile = EndedReconcile<Extract<Outcome, { result: 'failed' }>>;

/** The errors and refusals of each resource that were logged before. */
type LogOutcomeOptions = Pick<ReconcileKeyOptions, 'memories'>;

/**
 * Logs a refusal as a warning when it is new, not once per try. The message is that of `notReady`, or else that of the
 * API server.
 */
export function logRejection({ memories }: LogOutcomeOptions, { key, outcome, log }: RejectedReconcile): void {
  const { reason, message: detail } = outcome.rejection;
  const message = isOperatorError(outcome.error, 'NOT_READY') ? 'not ready' : 'the cluster refuses';
  const memory = memories.get(key);
  const isNews = memory?.refusal !== `${reason} ${detail}`;
  if (memory !== undefined) memory.refusal = `${reason} ${detail}`;
  const fields = { reason, detail, ...findRootCause(outcome.error) };
  if (isNews) log.warn(message, fields);
  else log.debug(message, fields);
}

/**
 * The error at the end of the chain of causes: the status says what it means for the resource, only the log has the
 * cause.
 */
function findRootCause(error: unknown): { readonly cause?: string } {
  let bottom = error;
  while (bottom instanceof Error && bottom.cause !== undefined) bottom = bottom.cause;
  return bottom === error ? {} : { cause: getMessage(bottom) };
}

/** A try that failed. */
interface FailedTry extends Pick<EndedReconcile, 'key' | 'log'> {
  readonly error: unknown;
  /** The wait until the next try; `undefined` if there is none. */
  readonly waitMs: number | undefined;
}

/**
 * Logs the whole error when it is new, then one line whenever the wait has changed or the error has come back: not one
 * per try.
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
  else if (level === 'warn') log.warn('reconcile has failed again', { ...fields, detail: words });
  else log.debug('reconcile has failed again', { ...fields, detail: words });
}

/** The errors of a resource; nothing is kept for one that is deleted meanwhile. */
function getReportedErrors(memories: LogOutcomeOptions['memories'], key: string): ReportedErrors {
  const memory = memories.get(key);
  if (memory === undefined) return new ReportedErrors();
  memory.errors ??= new ReportedErrors();
  return memory.errors;
}
