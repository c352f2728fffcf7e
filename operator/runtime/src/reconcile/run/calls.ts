import { messageOf, OperatorError, unattended } from '../../base/index.ts';

/** The calls of one reconcile: none may still run when it ends. */
export class Calls {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #signal: AbortSignal;

  /** @param signal of the reconcile */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Begins a call and records it. Its failure is the caller's; if it is not awaited, it must not end the process. Once
   * the signal has aborted, it fails with the reason of that, and begins nothing.
   */
  start<T>(begin: () => Promise<T>): Promise<T> {
    const call = this.#signal.aborted ? Promise.reject<T>(this.#signal.reason) : begin();
    this.#pending.add(call);
    const done = (): void => void this.#pending.delete(call);
    unattended(call.finally(done), () => undefined);
    return call;
  }

  /** Waits for the calls that are still under way beside one that has failed, whether or not they fail. */
  async finish(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  /**
   * Waits for the calls that the reconcile has not awaited.
   *
   * Errors: `DECLARATION_INVALID` if there are any, with the first failure among them as its cause.
   */
  async end(): Promise<void> {
    if (this.#pending.size === 0) return;
    const results = await Promise.allSettled(this.#pending);
    const failure = results.find((result) => result.status === 'rejected');
    const why = failure === undefined ? '' : ` (and failed: ${messageOf(failure.reason)})`;
    throw new OperatorError('DECLARATION_INVALID', 'reconcile', {
      cause: failure?.reason,
      hint: `a call of a handle was not awaited${why}: write "await" before each apply and delete`,
    });
  }
}
