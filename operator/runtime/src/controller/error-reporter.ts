import { type Clock, createDeadline, isOperatorError, type KubeObject, getMessage } from '../base/index.ts';
import {
  clearNotReady,
  reconcileError,
  reportError,
  ReportedErrors,
  Run,
  hasOtherReason,
  findStoredError,
} from '../reconcile/index.ts';
import type { Leadership } from './leadership.ts';

interface ErrorReporterOptions {
  readonly clock: Clock;
  readonly leadership: Leadership;
}

/** Time limit of a report in milliseconds: less than a worker waits for a reconcile after its timeout. */
const longestMs = 3_000;

/** Reports an unexpected error of one reconcile in the status and by an event. */
export class ErrorReporter {
  readonly #options: ErrorReporterOptions;
  readonly #run: Run;
  #reporting: Promise<boolean> | undefined;
  /** The reconciled object, as it is after the report. */
  #owner: KubeObject | undefined;

  constructor(options: ErrorReporterOptions, run: Run) {
    this.#options = options;
    this.#run = run;
  }

  /** The errors that earlier reconciles of this object have reported. */
  get #errors(): ReportedErrors {
    return (this.#run.memory.errors ??= new ReportedErrors());
  }

  /**
   * Reports the first error that it receives; never rejects. Reports nothing after the end of the term. Reports a
   * timeout of the reconcile too, because it does not use the signal of the reconcile.
   * @param stalls whether the reconcile waits for a change instead of a retry
   * @returns whether to reconcile again: the spec has changed since the reconcile began, or the report failed and may
   *   succeed next time
   */
  report(error: unknown, stalls: boolean): Promise<boolean> {
    this.#reporting ??= this.#attempt(async (run) => {
      const stored = findStoredError(run)?.message;
      const { message, isNews, isDue } = this.#errors.report(error, { stored, stalls });
      if (!isDue && hasOtherReason(run)) return false;
      return reportError(run, { message, stalls, emitsWarning: isNews }).catch((cause: unknown) => {
        if (isNews) this.#handleNotReported(run, { error, message, cause });
        throw cause;
      });
    });
    return this.#reporting;
  }

  /**
   * Removes the report of a timeout if the reconcile has succeeded after it without a status write.
   * @returns whether to reconcile again, because the report could not be removed
   */
  async takeBack(): Promise<boolean> {
    if (this.#reporting === undefined) return false;
    await this.#reporting;
    return this.#attempt(async (run) => {
      await clearNotReady(run);
      return false;
    });
  }

  /**
   * Emits an event if the API server rejects the status. After any other failure, the next reconcile reports the error
   * again.
   */
  #handleNotReported(
    run: Run,
    { error, message, cause }: Record<'error' | 'cause', unknown> & { readonly message: string },
  ): void {
    if (isRejected(cause)) run.environment.recorder.warning(run, reconcileError, message);
    else this.#errors.forgetReported(error);
  }

  async #attempt(write: (run: Run) => Promise<boolean>): Promise<boolean> {
    const { clock, leadership } = this.#options;
    if (leadership.signal.aborted) return false;
    using limit = createDeadline(clock, {
      what: 'report the result of a reconcile',
      afterMs: longestMs,
      parent: leadership.signal,
    });
    const { environment, owner, ownerKind, log, memory } = this.#run;
    const run = new Run({ environment, owner: this.#owner ?? owner, ownerKind, log, signal: limit.signal, memory });
    try {
      return await write(run);
    } catch (error) {
      run.log.debug('failed to update the status with the result of the reconcile', { detail: getMessage(error) });
      return !isRejected(error) && !isOperatorError(error, 'OWNER_DELETED');
    } finally {
      this.#owner = run.owner;
    }
  }
}

/** Whether the API server would reject the same status again. */
function isRejected(error: unknown): boolean {
  return (['API_INVALID', 'API_FORBIDDEN', 'API_NOT_FOUND'] as const).some((code) => isOperatorError(error, code));
}
