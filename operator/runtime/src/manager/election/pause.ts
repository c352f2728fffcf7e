import type { Clock } from '../../base/index.ts';

/** Resolves after `delayMs`, or as soon as `signal` aborts: for loops that check the signal next. Never rejects. */
export function pause(clock: Pick<Clock, 'after'>, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
