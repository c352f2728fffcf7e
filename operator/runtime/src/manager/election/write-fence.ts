import { isOperatorError } from '../../base/index.ts';
import type { Leadership } from '../../controller/index.ts';

/**
 * The last check of the renew deadline before a call is sent; the transport calls it as `beforeSend`. Between
 * `assertLeading` and the first byte a call may wait for credentials or for a connection, and a process that was paused
 * there may send it before any timer fires.
 */
export class WriteFence {
  #leadership: Leadership | undefined;

  /** Checks the deadline of this term from now on. */
  guard(leadership: Leadership): void {
    this.#leadership = leadership;
  }

  /**
   * Ends the term if its deadline has passed. That aborts the signal of every call of the term, including the present
   * one. Nothing is thrown, so that calls that need no leadership continue.
   */
  readonly check = (): void => {
    try {
      this.#leadership?.assertLeading();
    } catch (error) {
      if (!isOperatorError(error)) throw error;
    }
  };
}
