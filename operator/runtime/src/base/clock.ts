import { abortReason } from './errors.ts';
import { EventLoop } from './event-loop.ts';

/** Ends a timer early. Calling it again, or after the timer fired, does nothing. */
export type CancelTimer = () => void;

/** The runtime's only access to time, so that tests can use a fake clock. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970. Only for timestamps: it may jump, so do not measure with it. */
  now(): number;
  /**
   * Monotonic time in milliseconds, for measuring and deadlines: it never jumps, and continues while the process is
   * paused.
   */
  monotonic(): number;
  /** Calls `fire` once, after `delayMs`. The timer does not keep the process alive. */
  after(delayMs: number, fire: () => void): CancelTimer;
  /** Resolves after `delayMs`; rejects with the reason of `signal` as soon as it aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
  /**
   * Call it before each step of a long loop. `undefined` means continue; otherwise await the promise, because the loop
   * has run for about 10 ms and timers and sockets are waiting. The promise never rejects.
   */
  yieldIfDue(): Promise<void> | undefined;
}

/** The longest delay that `setTimeout` accepts: it fires at once for a longer one. */
const longestTimerMs = 2 ** 31 - 1;

const eventLoop = new EventLoop({ monotonic: () => performance.now(), nextTurn: setImmediate });

/** The clock of the operating system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, fire) {
    const timer = setTimeout(fire, Math.min(Math.max(0, delayMs), longestTimerMs));
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
  sleep: (delayMs, signal) => sleepWith(systemClock, delayMs, signal),
  yieldIfDue: () => eventLoop.yieldIfDue(),
};

/** Implements `Clock.sleep` with `after`. */
export function sleepWith(clock: Pick<Clock, 'after'>, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(abortReason(signal));
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Waits for `delayMs`. Resolves with false as soon as `signal` aborts, instead of rejecting. */
export function hasSlept(clock: Pick<Clock, 'sleep'>, delayMs: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(delayMs, signal).then(
    () => true,
    () => false,
  );
}

/**
 * An RFC 3339 timestamp with whole seconds in UTC, like Kubernetes' `metav1.Time`: for fields with
 * `format: 'date-time'`.
 *
 * Errors: `RangeError` if the time is not a finite number.
 *
 * @param at the time in milliseconds since 1970, such as `clock.now() + 60_000`, or a clock for the present time
 */
export function formatTimestamp(at: number | Pick<Clock, 'now'>): string {
  const ms = typeof at === 'number' ? at : at.now();
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** An RFC 3339 timestamp with microseconds in UTC, like Kubernetes' `metav1.MicroTime` (Lease, Event). */
export function formatMicroTimestamp(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now()).toISOString().replace(/Z$/, '000Z');
}
