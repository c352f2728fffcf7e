import { type Clock, type Logger, OperatorError, systemClock } from '../base/index.ts';

/**
 * The signals that ask a process to stop, with the exit code of a process that they ended: 128 + the signal's number.
 */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof exitCodes;

/** Under npm one Ctrl-C arrives twice: from the terminal, and from npm. */
const sameRequestMs = 500;

/** The used part of `process`. */
export interface SignalSource {
  on(name: StopSignal, listener: (name: StopSignal) => void): unknown;
  off(name: StopSignal, listener: (name: StopSignal) => void): unknown;
  exit(code: number): void;
}

/** A request to stop the process. Dispose it to stop listening. */
export interface StopRequest extends Disposable {
  /** Aborts with `STOPPED` at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/**
 * Turns signals into a graceful stop: the first SIGTERM (from the kubelet) or SIGINT (Ctrl-C) aborts the signal; a
 * second one of either exits at once, with 143 or 130, so that the shell and the kubelet see a process that a signal
 * ended instead of one that finished (0) or failed (1). Within half a second a second signal counts as the same
 * request.
 */
export function listenForStop(
  process: SignalSource,
  logger: Logger,
  clock: Pick<Clock, 'monotonic'> = systemClock,
): StopRequest {
  const stop = new AbortController();
  let firstAt: number | undefined;
  const listener = (name: StopSignal): void => {
    if (firstAt !== undefined && clock.monotonic() - firstAt < sameRequestMs) return;
    firstAt ??= clock.monotonic();
    if (stop.signal.aborted) {
      logger.warn('exiting at once after a second signal', { signal: name });
      process.exit(exitCodes[name]);
      return;
    }
    logger.info('stopping after a signal', { signal: name });
    stop.abort(new OperatorError('STOPPED', 'continue', { hint: `${name} was received` }));
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    },
  };
}
