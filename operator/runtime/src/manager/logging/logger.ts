import { type DestinationStream, destination as toDescriptor, type Logger as PinoLogger, pino } from 'pino';

import {
  type Clock,
  type LogFields,
  type Logger,
  systemClock,
  escapeInvisible,
  hideSecrets,
} from '../../base/index.ts';
import { toErrorFields } from './error-fields.ts';
import { formatTextLine } from './text-line.ts';
import { clearFields } from './log-fields.ts';

/** The lowest level that is written. */
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

/**
 * A logger that writes lines with `level`, `time` (RFC 3339), `msg`, the fields, and `err` (see `toErrorFields`).
 *
 * Guarantees: a line is written when the call returns; of errors only message, code, stack and causes are written;
 * secrets, by name or by form (see `clearFields`), are replaced by `[redacted]`, however deep they are; control
 * characters are escaped (see `escapeInvisible`), whatever users have written into names and messages.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, format, clock = systemClock } = options;
  const output = options.destination ?? toDescriptor({ dest: 1, sync: true });
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors are fields by then; pino's own serializer would copy all properties of one.
    serializers: { err: (fields: unknown) => fields },
  };
  return wrap(pino(settings, format === 'json' ? createJsonStream(output) : createTextStream(output)), {});
}

/** JSON leaves some characters that a terminal interprets: `kubectl logs` prints lines unchanged. */
function createJsonStream(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(`${escapeInvisible(line.trimEnd())}\n`);
    },
  };
}

function createTextStream(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(formatTextLine(JSON.parse(line) as LogFields));
    },
  };
}

/**
 * Fields are bound here instead of in pino's own children, because most children never write a line, and pino's cost
 * more.
 */
function wrap(lines: PinoLogger, bound: LogFields): Logger {
  const write = (level: LogLevel, message: string, fields: () => LogFields): void => {
    if (lines.isLevelEnabled(level)) lines[level]({ ...bound, ...fields() }, hideSecrets(message));
  };
  return {
    debug: (message, fields = {}) => {
      write('debug', message, () => clearFields(fields));
    },
    info: (message, fields = {}) => {
      write('info', message, () => clearFields(fields));
    },
    warn: (message, fields = {}) => {
      write('warn', message, () => clearFields(fields));
    },
    error: (error, message, fields = {}) => {
      // The chain of causes has a limit of its own, so the error is not redacted like other fields.
      write('error', message, () => ({ ...clearFields(fields), err: toErrorFields(error) }));
    },
    child: (fields) => wrap(lines, { ...bound, ...clearFields(fields) }),
  };
}
