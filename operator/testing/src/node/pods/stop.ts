import { anySignal, type Clock } from '@kubewright/runtime/internal/base';

/** Signals that end a container, or all containers of a Pod. */
export interface StopSignals {
  /** Aborts when the end begins: SIGTERM. */
  readonly stopping: AbortSignal;
  /** Aborts when the grace period is over: SIGKILL. */
  readonly killing: AbortSignal;
}

/** Both signals, and the timer between them. Dispose it when everything has ended. */
export interface Stop extends StopSignals, Disposable {
  /** Begins the end; of several calls the earliest SIGKILL counts. */
  end(graceMs: number): void;
}

/** @param parent its signals abort these, too */
export function createStop(clock: Clock, parent?: StopSignals): Stop {
  const gently = new AbortController();
  const now = new AbortController();
  let killAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;
  return {
    stopping: anySignal(gently.signal, parent?.stopping),
    killing: anySignal(now.signal, parent?.killing),
    end(graceMs) {
      gently.abort();
      const at = clock.monotonic() + graceMs;
      if (at >= killAt) return;
      killAt = at;
      cancel();
      if (graceMs <= 0) now.abort();
      else cancel = clock.after(graceMs, () => now.abort());
    },
    [Symbol.dispose]: () => cancel(),
  };
}
