import { isOperatorError } from '../base/index.ts';

/** The right to write, for as long as the process leads. */
export interface Leadership {
  /** Aborts when the leadership ends, with the reason: all writes must stop at once. */
  readonly signal: AbortSignal;
  /**
   * Called right before each write. Timers fire late in a process that was paused (SIGSTOP, a frozen machine), so this
   * reads the monotonic clock itself.
   *
   * Errors: `NOT_LEADER` once the renew deadline has passed or the leadership has ended.
   */
  assertLeading(): void;
}

/** The signal of a leadership that has not ended, by the clock either; otherwise `undefined`. */
export function findLeadingSignal(leadership: Leadership | undefined): AbortSignal | undefined {
  try {
    leadership?.assertLeading();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
  return leadership?.signal.aborted === false ? leadership.signal : undefined;
}
