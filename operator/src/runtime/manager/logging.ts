import { type DestinationStream, destination as toDescriptor, type Logger as PinoLogger, pino } from 'pino';

import { type Clock, type LogFields, type Logger, systemClock } from '../base/index.ts';
import { errorFields } from './error-fields.ts';
import { textLine } from './text-line.ts';

/** The least important lines that are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One JSON object a line, for machines; or text, for people at a terminal. */
export type LogFormat = 'json' | 'text';

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Where complete lines go. @default - standard output, written before the call returns, so that no exit loses one */
  readonly destination?: { write(line: string): void };
  /** For the time stamps. @default - the machine's */
  readonly clock?: Pick<Clock, 'now'>;
}

/** What never appears in a line, wherever somebody might pass it: as a field, or one level below. */
const secrets = ['headers', 'body', 'authorization', 'password', 'token', 'data', 'stringData'];

/**
 * A logger that writes lines with `level`, `time` (RFC 3339), `msg`, the fields, and `err` (see `errorFields`).
 *
 * Guarantees: a line is written when the call returns; of errors only message, code, stack and causes are written, and
 * fields named as a request's headers and body or a Secret's content are replaced by `[redacted]`.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, format, clock = systemClock } = options;
  const output = options.destination ?? toDescriptor({ dest: 1, sync: true });
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return wrap(pino(settings, format === 'json' ? output : asText(output)));
}

function asText(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(textLine(JSON.parse(line) as LogFields));
    },
  };
}

function wrap(logger: PinoLogger): Logger {
  return {
    debug: (message, fields = {}) => {
      logger.debug(fields, message);
    },
    info: (message, fields = {}) => {
      logger.info(fields, message);
    },
    warn: (message, fields = {}) => {
      logger.warn(fields, message);
    },
    error: (error, message, fields = {}) => {
      logger.error({ ...fields, err: error }, message);
    },
    child: (fields) => wrap(logger.child(fields)),
  };
}
