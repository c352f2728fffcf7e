/** Under npm one Ctrl-C arrives twice: from the terminal, and from npm. */
const sameRequestMs = 500;

/** A request to stop the command. Dispose it to stop listening. */
export interface StopRequest extends Disposable {
  /** Aborts at the first SIGINT or SIGTERM, and if the terminal is closed. A second one ends the process at once. */
  readonly signal: AbortSignal;
}

type Source = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;

/** Stops in order at the first signal; at a second one, which is later than the same request may arrive, at once. */
export function listenForStop(source: Source = process): StopRequest {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const listener = (): void => {
    firstAtMs ??= performance.now();
    if (stop.signal.aborted && performance.now() - firstAtMs >= sameRequestMs) source.exit(130);
    stop.abort();
  };
  // Terminal and shell both send it, so it never ends the process at once.
  const hangUp = (): void => {
    stop.abort();
  };
  source.on('SIGINT', listener).on('SIGTERM', listener).on('SIGHUP', hangUp);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      source.off('SIGINT', listener).off('SIGTERM', listener).off('SIGHUP', hangUp);
    },
  };
}
