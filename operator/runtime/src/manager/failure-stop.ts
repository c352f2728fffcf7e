import { type Clock, type OnFailure, type Logger, OperatorError } from '../base/index.ts';

/** Events of Node for failures without a handler. https://nodejs.org/api/process.html#process-events */
const events = ['uncaughtException', 'unhandledRejection'] as const;

/** The parts of `process` that are used here, so that tests can replace it. */
export interface FailureSource {
  on(name: (typeof events)[number], listener: OnFailure): unknown;
  off(name: (typeof events)[number], listener: OnFailure): unknown;
  exit(code: number): void;
}

interface FailureStopOptions {
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'after'>;
  /** Time limit of the ordered stop in milliseconds, because the stop may wait for the part that failed. */
  readonly withinMs: number;
}

/** Stops a process after an unexpected failure. Dispose it to stop listening. */
interface FailureStop extends Disposable {
  /** Aborts with the code `STOPPED` at the first failure. */
  readonly signal: AbortSignal;
  readonly failed: OnFailure;
  /** 1 after a failure, otherwise 0. */
  readonly exitCode: 0 | 1;
}

const hint = 'an internal failure or an uncaught exception; the operator stops';

/**
 * Turns unexpected failures into an ordered stop. Failures are the arguments of `failed`, and errors without a handler.
 * The first one is logged as an error and aborts the signal; later ones, which usually follow from it, are logged at
 * debug level. If the stop exceeds its time limit, the process exits with code 1.
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
