import { isOperatorError } from '../base/index.ts';

/** The right to write, as long as it lasts. */
export interface Leadership {
  /** Aborts when the leadership ends, with the reason: whatever writes must stop at once. */
  readonly signal: AbortSignal;
  /**
   * Call it right before each write begins. Timers fire late in a process that was paused (SIGSTOP, a frozen machine),
   * so this reads the monotonic clock itself.
   *
   * Errors: `NOT_LEADER` once the renew deadline has passed or the leadership has ended.
   */
  assertLeading(): void;
}

/** The signal of a leadership that lasts, also by the clock; `undefined` where there is none, or none any more. */
export function lastingSignal(leadership: Leadership | undefined): AbortSignal | undefined {
  try {
    leadership?.assertLeading();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
  return leadership?.signal.aborted === false ? leadership.signal : undefined;
}
