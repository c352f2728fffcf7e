import { type Clock, type Logger, OperatorError, systemClock } from '../base/index.ts';

/**
 * The signals that ask a process to stop. The exit code of a process that a signal has ended is 128 + the signal's
 * number.
 */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof exitCodes;

/**
 * Signals within this time in milliseconds count as one: under npm, Ctrl-C arrives twice, from the terminal and from
 * npm.
 */
const sameRequestMs = 500;

/** The parts of `process` that are used here, so that tests can replace it. */
export interface SignalSource {
  on(name: StopSignal, listener: (name: StopSignal) => void): unknown;
  off(name: StopSignal, listener: (name: StopSignal) => void): unknown;
  exit(code: number): void;
}

/** Listens for requests to stop the process. Dispose it to stop listening. */
export interface StopRequest extends Disposable {
  /** Aborts with the code `STOPPED` at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/**
 * Turns signals into a graceful stop: the first SIGTERM (from the kubelet) or SIGINT (Ctrl-C) aborts the signal. A
 * second one exits at once with 143 or 130, so that the shell and the kubelet see a process that a signal has ended,
 * instead of one that finished (0) or failed (1). A signal within half a second of the first counts as the same
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
