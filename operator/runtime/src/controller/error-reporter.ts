import { type Clock, deadline, isOperatorError, type KubeObject, messageOf } from '../base/index.ts';
import {
  reconcileError,
  reportedError,
  reportError,
  type Run,
  saysWhatElse,
  takeBackNotReady,
} from '../reconcile/index.ts';
import type { Failures } from './failures.ts';
import type { Leadership } from './leadership.ts';

/** Where and for how long something can be told. */
export interface TellerOptions {
  readonly clock: Clock;
  readonly leadership: Leadership;
}

/** Less than a worker waits for a reconcile whose time is up. */
const longestMs = 3_000;

/** Tells in the status and in an event that one reconcile has failed by an error that nobody has to expect. */
export class ErrorTeller {
  readonly #options: TellerOptions;
  readonly #run: Run;
  readonly #failures: () => Failures;
  #telling: Promise<boolean> | undefined;
  /** As it is after it was told. */
  #owner: KubeObject | undefined;

  /** @param failures of the run's owner */
  constructor(options: TellerOptions, run: Run, failures: () => Failures) {
    this.#options = options;
    this.#run = run;
    this.#failures = failures;
  }

  /**
   * Tells the first error that it is given; never rejects. Also a run whose time is up can tell, but none whose term is over.
   *
   * @param stalls whether the reconcile is not tried again before something changes
   * @returns whether to run again: the spec has changed since the run began, or it could not be told, which a next try can
   */
  tell(error: unknown, stalls: boolean): Promise<boolean> {
    this.#telling ??= this.#attempt(async (run) => {
      const stored = reportedError(run)?.message;
      const { message, isNews, isDue } = this.#failures().toTell(error, { stored, stalls });
      if (!isDue && saysWhatElse(run)) return false;
      return reportError(run, { message, stalls, warns: isNews }).catch((cause: unknown) => {
        if (isNews) this.#untold(run, { error, message, cause });
        throw cause;
      });
    });
    return this.#telling;
  }

  /**
   * Takes back what was told when the time of a run was up that has ended well after all, and has stated nothing.
   *
   * @returns whether to run again: it could not be taken back
   */
  async takeBack(): Promise<boolean> {
    if (this.#telling === undefined) return false;
    await this.#telling;
    return this.#attempt(async (run) => {
      await takeBackNotReady(run);
      return false;
    });
  }

  /** What no status takes is told beside it; what it does not take now is news again. */
  #untold(
    run: Run,
    { error, message, cause }: Record<'error' | 'cause', unknown> & { readonly message: string },
  ): void {
    if (isRefused(cause)) run.environment.recorder.warning(run, reconcileError, message);
    else this.#failures().forgetTold(error);
  }

  async #attempt(write: (run: Run) => Promise<boolean>): Promise<boolean> {
    const { clock, leadership } = this.#options;
    if (leadership.signal.aborted) return false;
    using limit = deadline(clock, {
      what: 'tell how a reconcile has ended',
      afterMs: longestMs,
      parent: leadership.signal,
    });
    const run = { ...this.#run, owner: this.#owner ?? this.#run.owner, signal: limit.signal };
    try {
      return await write(run);
    } catch (error) {
      run.log.debug('failed to update the status with the result of the reconcile', { detail: messageOf(error) });
      return !isRefused(error) && !isOperatorError(error, 'OWNER_GONE');
    } finally {
      this.#owner = run.owner;
    }
  }
}

/** By an API server that would refuse it the next time, too. */
function isRefused(error: unknown): boolean {
  return isOperatorError(error, 'API_INVALID') || isOperatorError(error, 'API_FORBIDDEN');
}
