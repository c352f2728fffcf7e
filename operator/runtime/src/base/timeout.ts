import type { CancelTimer, Clock } from './clock.ts';

/** Waits for a signal to abort, until it is disposed. */
export interface Aborting extends Disposable {
  /** Resolves when the signal aborts. */
  readonly aborted: Promise<undefined>;
}

/** Unlike a listener of the caller's own, this one is removed from a long-lived signal when it is disposed. */
export function whenAborted(signal: AbortSignal): Aborting {
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
 * Whether `work` ends within `ms`. If not, `work` continues, and nothing waits for it. Errors: those of `work` within
 * that time.
 */
export async function endsWithin(clock: Pick<Clock, 'after'>, ms: number, work: Promise<unknown>): Promise<boolean> {
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
