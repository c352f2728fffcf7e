import type { CancelTimer, Clock } from './clock.ts';
import { OperatorError } from './errors.ts';

/** Returns a signal that aborts with the first of `signals`; ignores `undefined` ones. */
export function combineSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const present = signals.filter((signal) => signal !== undefined);
  const [only] = present;
  return present.length === 1 && only !== undefined ? only : AbortSignal.any(present);
}

/** A signal that never aborts. */
export const neverAborted: AbortSignal = new AbortController().signal;

/** A running deadline. `dispose` cancels it. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Starts a deadline. Its signal aborts with `TIMED_OUT` after `afterMs`, or earlier when `parent` aborts. Dispose it
 * when the work is done.
 * @param what the work, for the error message: "reconcile default/web"
 */
export function createDeadline(
  clock: Clock,
  options: { what: string; afterMs: number; parent?: AbortSignal },
): Deadline {
  const { what, afterMs, parent } = options;
  // Not `AbortSignal.any`: a listener on such a signal stays in memory for as long as the parent lives.
  const controller = new AbortController();
  const follow = (): void => {
    controller.abort(parent?.reason);
  };
  const cancel = clock.after(afterMs, () => {
    controller.abort(new OperatorError('TIMED_OUT', `${what} within ${String(afterMs)} ms`));
  });
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      cancel();
      parent?.removeEventListener('abort', follow);
    },
  };
}

/**
 * Whether `signal` has aborted. A function, because the compiler assumes that `signal.aborted` does not change during
 * an `await`.
 */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Resolves when `signal` aborts; never rejects. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return watchAbort(signal).aborted;
}

/** A wait for a signal to abort, until it is disposed. */
export interface AbortWatch extends Disposable {
  /** Resolves when the signal aborts. */
  readonly aborted: Promise<undefined>;
}

/** Watches a signal. Dispose the result, otherwise its listener stays on a long-lived signal. */
export function watchAbort(signal: AbortSignal): AbortWatch {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const resolveNow = (): void => {
    resolve(undefined);
  };
  if (signal.aborted) resolveNow();
  else signal.addEventListener('abort', resolveNow, { once: true });
  return {
    aborted: promise,
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', resolveNow);
    },
  };
}

/**
 * Waits up to `ms` and returns whether `work` has ended. If not, `work` continues. Errors: those of `work` within that
 * time.
 */
export async function hasEndedWithin(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let cancel: CancelTimer | undefined;
  const tooLong = new Promise<false>((resolve) => {
    cancel = clock.after(ms, () => {
      resolve(false);
    });
  });
  try {
    return await Promise.race([work.then(() => true), tooLong]);
  } finally {
    cancel?.();
  }
}
