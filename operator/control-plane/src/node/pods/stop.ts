import { combineSignals, type Clock } from '@kubewright/runtime/internal/base';

/** The signals that end a container, or all containers of a Pod. */
export interface StopSignals {
  /** Aborts when the containers must end: SIGTERM. */
  readonly stopping: AbortSignal;
  /** Aborts when the grace period is over: SIGKILL. */
  readonly killing: AbortSignal;
}

/** Both signals, and the timer between them. Dispose it when the containers have ended. */
export interface Stop extends StopSignals, Disposable {
  /**
   * Aborts `stopping` now, and `killing` after `graceMs`. After several calls, the grace period that ends first counts.
   */
  end(graceMs: number): void;
}

/** @param parent signals that also abort these */
export function createStop(clock: Clock, parent?: StopSignals): Stop {
  const sigterm = new AbortController();
  const sigkill = new AbortController();
  let killAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;
  return {
    stopping: combineSignals(sigterm.signal, parent?.stopping),
    killing: combineSignals(sigkill.signal, parent?.killing),
    end(graceMs) {
      sigterm.abort();
      const at = clock.monotonic() + graceMs;
      if (at >= killAt) return;
      killAt = at;
      cancel();
      if (graceMs <= 0) sigkill.abort();
      else cancel = clock.after(graceMs, () => sigkill.abort());
    },
    [Symbol.dispose]: () => cancel(),
  };
}
