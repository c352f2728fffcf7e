import { isOperatorError } from '../base/index.ts';

/** The permission to write for one term of leadership. */
export interface Leadership {
  /** Whether the process won an election; false if it leads without one. @default true */
  readonly isElected?: boolean;
  /** Aborts with the reason when the leadership ends. All writes must stop then. */
  readonly signal: AbortSignal;
  /**
   * Call it right before each write. It reads the monotonic clock, because timers fire late in a paused process
   * (SIGSTOP, a frozen machine). Errors: `NOT_LEADER` once the renew deadline has passed or the leadership has ended.
   */
  assertLeading(): void;
}

/** Returns the signal of the leadership; `undefined` if the leadership has ended or its renew deadline has passed. */
export function findLeadingSignal(leadership: Leadership | undefined): AbortSignal | undefined {
  try {
    leadership?.assertLeading();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
  return leadership?.signal.aborted === false ? leadership.signal : undefined;
}
