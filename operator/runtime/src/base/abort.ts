import type { Clock } from './clock.ts';
import { OperatorError } from './errors.ts';

/** A signal that aborts with the first of `signals`; absent ones are passed over. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const present = signals.filter((signal) => signal !== undefined);
  const [only] = present;
  return present.length === 1 && only !== undefined ? only : AbortSignal.any(present);
}

/** A signal that never aborts. */
export const neverAborted: AbortSignal = new AbortController().signal;

/** A running deadline: its signal, and `dispose` to cancel it. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts with `TIMED_OUT` after `afterMs`, or earlier with `parent`. Dispose it when the work is done.
 *
 * @param what the work, for the error's text: "reconcile default/web"
 */
export function deadline(clock: Clock, options: { what: string; afterMs: number; parent?: AbortSignal }): Deadline {
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
 * Whether `signal` has aborted by now. A function, because the compiler assumes that `signal.aborted` does not change
 * during an `await`.
 */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Resolves when `signal` aborts; never rejects. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}
