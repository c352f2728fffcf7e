import { isOperatorError } from '../base/index.ts';

/** Permission to write while the process leads. */
export interface Leadership {
  /** Whether the process was elected, and did not lead from its start on. @default true */
  readonly isElected?: boolean;
  /** Aborts with the reason when the leadership ends: all writes must stop at once. */
  readonly signal: AbortSignal;
  /**
   * Called right before each write. Reads the monotonic clock, because timers fire late in a paused process (SIGSTOP, a
   * frozen machine).
   *
   * Errors: `NOT_LEADER` once the renew deadline has passed or the leadership has ended.
   */
  assertLeading(): void;
}

/** The signal of the leadership; `undefined` if it has ended or its deadline has passed. */
export function findLeadingSignal(leadership: Leadership | undefined): AbortSignal | undefined {
  try {
    leadership?.assertLeading();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return undefined;
  }
  return leadership?.signal.aborted === false ? leadership.signal : undefined;
}
