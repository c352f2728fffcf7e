import { anySignal, type Clock } from '@kubewright/runtime/internal/base';

/** How a container, or all containers of a Pod, are ended. */
export interface StopSignals {
  /** End gently: SIGTERM. */
  readonly stopping: AbortSignal;
  /** End now: SIGKILL. */
  readonly killing: AbortSignal;
}

/** Both signals, and the time between them. Dispose it when everything has ended. */
export interface Stop extends StopSignals, Disposable {
  /** Begins to end; of several ends the earliest counts. */
  end(graceMs: number): void;
}

/** @param parent what ends this one too */
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
