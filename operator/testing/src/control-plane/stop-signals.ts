export interface StopSignalsOptions {
  /** The source of the signals; `process`. */
  readonly source: { on(signal: NodeJS.Signals, handler: () => void): unknown };
  /** Called for the second request. */
  readonly onSecond: () => void;
  /** @default Date.now */
  readonly now?: () => number;
}

/**
 * Under `npm run`, one Ctrl-C can arrive twice: from the terminal, which signals the whole foreground group, and from
 * npm, which passes it on. A second one within this time, in milliseconds, is the same request.
 */
const sameRequestMs = 500;

/** The first Ctrl-C, SIGTERM or hang-up requests a clean stop, the second one an immediate end. */
export function stopSignals({ source, onSecond, now = Date.now }: StopSignalsOptions): AbortSignal {
  const stop = new AbortController();
  let firstAt: number | undefined;
  const handle = (): void => {
    if (firstAt === undefined) {
      firstAt = now();
      stop.abort();
    } else if (now() - firstAt > sameRequestMs) onSecond();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, handle);
  return stop.signal;
}
