import { type CancelTimer, type Clock, isOperatorError, OperatorError } from '../../base/index.ts';
import type { Leadership } from '../../controller/index.ts';

/**
 * Creates the leadership of a process without leader election. It lasts until `signal` aborts, which stops all writes
 * at once. Do not pass the signal of the graceful stop, during which running work still writes. Errors of
 * `assertLeading`: `STOPPED` after the abort.
 */
export function createPermanentLeadership(signal: AbortSignal): Leadership {
  return {
    isElected: false,
    signal,
    assertLeading() {
      if (signal.aborted) throw new OperatorError('STOPPED', 'write', { cause: signal.reason });
    },
  };
}

/** The timing of a term. */
interface TermOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly renewDeadlineMs: number;
  /** When the request that claimed the Lease was sent, in monotonic milliseconds. */
  readonly renewedAtMs: number;
}

/** One term of leadership. After it has ended, it never leads again. */
export class Term implements Leadership {
  readonly #controller = new AbortController();
  readonly #clock: TermOptions['clock'];
  readonly #renewDeadlineMs: number;
  #deadlineAtMs: number;
  #cancelTimer: CancelTimer;

  constructor(options: TermOptions) {
    this.#clock = options.clock;
    this.#renewDeadlineMs = options.renewDeadlineMs;
    this.#deadlineAtMs = options.renewedAtMs + options.renewDeadlineMs;
    this.#cancelTimer = this.#startTimer();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the term lasts. Ends it first if its deadline has passed but the timer has not fired yet. */
  get isActive(): boolean {
    if (!this.signal.aborted && this.#clock.monotonic() >= this.#deadlineAtMs) this.#expire();
    return !this.signal.aborted;
  }

  assertLeading(): void {
    if (!this.isActive) throw new OperatorError('NOT_LEADER', 'write', { cause: this.signal.reason });
  }

  /**
   * Moves the renew deadline. It counts from when the renewal was *sent*, which is never later than when another
   * process saw it. Does nothing after the end of the term.
   */
  extend(sentAtMs: number): void {
    if (!this.isActive) return;
    this.#cancelTimer();
    this.#deadlineAtMs = sentAtMs + this.#renewDeadlineMs;
    this.#cancelTimer = this.#startTimer();
  }

  /** Ends the term, which aborts all writes. */
  end(reason: Error): void {
    this.#cancelTimer();
    this.#controller.abort(reason);
  }

  #startTimer(): CancelTimer {
    return this.#clock.after(this.#deadlineAtMs - this.#clock.monotonic(), () => {
      this.#expire();
    });
  }

  #expire(): void {
    const hint = 'the lease was not renewed in time; another replica may take it';
    this.end(new OperatorError('NOT_LEADER', `renew the lease within ${this.#renewDeadlineMs} ms`, { hint }));
  }
}

/**
 * The last check of the renew deadline before a call is sent: the transport calls it as `beforeSend`. Between
 * `assertLeading` and the first byte, a call may wait for credentials or for a connection; a process that is paused
 * there may send the call before any timer fires.
 */
export class WriteFence {
  #leadership: Leadership | undefined;

  /** Sets the term whose deadline `check` tests from now on. */
  guard(leadership: Leadership): void {
    this.#leadership = leadership;
  }

  /**
   * Call it before a write outside of a reconcile. Errors: `NOT_LEADER`, `STOPPED`.
   * @returns a signal that aborts when the term ends
   */
  readonly beginWrite = (): AbortSignal => {
    const leadership = this.#leadership;
    if (leadership === undefined) throw new OperatorError('NOT_LEADER', 'write');
    leadership.assertLeading();
    leadership.signal.throwIfAborted();
    return leadership.signal;
  };

  /**
   * Ends the term if its deadline has passed, which aborts the signal of every call of the term, including the one to
   * send. Does not throw, so that calls that need no leadership continue.
   */
  readonly check = (): void => {
    try {
      this.#leadership?.assertLeading();
    } catch (error) {
      if (!isOperatorError(error)) throw error;
    }
  };
}
