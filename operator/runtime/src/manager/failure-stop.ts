import { type Clock, type OnFailure, type Logger, OperatorError } from '../base/index.ts';

/** The events of failures without a handler. https://nodejs.org/api/process.html#process-events */
const events = ['uncaughtException', 'unhandledRejection'] as const;

/** The used part of `process`. */
export interface FailureSource {
  on(name: (typeof events)[number], listener: OnFailure): unknown;
  off(name: (typeof events)[number], listener: OnFailure): unknown;
  exit(code: number): void;
}

interface FailureStopOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'after'>;
  /** The time limit of the ordered stop: it may wait for the very part that failed. */
  readonly withinMs: number;
}

/** The stop of a process after an unexpected failure. Dispose it to stop listening. */
interface FailureStop extends Disposable {
  /** Aborts with `STOPPED` at the first failure. */
  readonly signal: AbortSignal;
  readonly failed: OnFailure;
  /** 1 after a failure. */
  readonly exitCode: 0 | 1;
}

const hint = 'an internal failure or an uncaught exception; the operator stops';

/**
 * Turns an unexpected failure into an ordered stop: logs the first one as an error, and aborts the signal; logs later
 * ones, which usually follow from it, at debug level. Failures are the arguments of `failed`, and errors without a
 * handler. If the stop exceeds its time limit, ends the process with exit code 1.
 */
export function stopOnFailure(process: FailureSource, { logger, clock, withinMs }: FailureStopOptions): FailureStop {
  const stop = new AbortController();
  let cancel = (): void => undefined;
  const failed: OnFailure = (error) => {
    if (stop.signal.aborted) {
      logger.debug('another failure while stopping', { err: error });
      return;
    }
    cancel = clock.after(withinMs, () => {
      process.exit(1);
    });
    stop.abort(new OperatorError('STOPPED', 'continue', { hint }));
    logger.error(error, 'stopping after an unexpected failure');
  };
  for (const name of events) process.on(name, failed);
  return {
    signal: stop.signal,
    failed,
    get exitCode() {
      return stop.signal.aborted ? 1 : 0;
    },
    [Symbol.dispose]() {
      cancel();
      for (const name of events) process.off(name, failed);
    },
  };
}
