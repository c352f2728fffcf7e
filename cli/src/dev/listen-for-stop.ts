/**
 * Under npm, one Ctrl-C arrives twice: from the terminal and from npm. Signals within this time count as one request.
 */
const sameRequestMs = 500;

/** The user's request to stop the command. Disposing it stops listening for signals. */
export interface StopRequest extends Disposable {
  /**
   * Aborts at the first SIGINT or SIGTERM, and when the terminal closes. A second SIGINT or SIGTERM ends the process at
   * once.
   */
  readonly signal: AbortSignal;
}

type Source = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;

/** Listens for the signals that ask the command to stop. */
export function listenForStop(source: Source = process): StopRequest {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const listener = (): void => {
    firstAtMs ??= performance.now();
    if (stop.signal.aborted && performance.now() - firstAtMs >= sameRequestMs) source.exit(130);
    stop.abort();
  };
  // SIGHUP never ends the process at once, because the terminal and the shell both send it.
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

/**
 * Calls `ended` once when the parent process has ended. Does not keep this process alive.
 * `npm run` starts this process through a shell, and sends SIGTERM only to the shell.
 * @returns a function that stops watching
 */
export function watchParent(ended: () => void, readParent: () => number = () => process.ppid): () => void {
  const parent = readParent();
  const timer = setInterval(() => {
    if (readParent() === parent) return;
    clearInterval(timer);
    ended();
  }, 500).unref();
  return () => {
    clearInterval(timer);
  };
}
