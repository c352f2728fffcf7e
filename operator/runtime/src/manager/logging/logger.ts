import { type DestinationStream, destination as toDescriptor, type Logger as PinoLogger, pino } from 'pino';

import { type Clock, type LogFields, type Logger, systemClock, visible, withoutSecretText } from '../../base/index.ts';
import { errorFields } from './error-fields.ts';
import { textLine } from './text-line.ts';
import { withoutSecrets } from './without-secrets.ts';

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

/**
 * A logger that writes lines with `level`, `time` (RFC 3339), `msg`, the fields, and `err` (see `errorFields`).
 *
 * Guarantees: a line is written when the call returns; of errors only message, code, stack and causes are written; what is
 * secret by its name or by its form (see `withoutSecrets`) is replaced by `[redacted]`, however deep it is; nothing that a
 * terminal obeys is written as it is (see `visible`), whatever users have written into names and messages.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, format, clock = systemClock } = options;
  const output = options.destination ?? toDescriptor({ dest: 1, sync: true });
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors are fields by then; pino's own serializer would copy all that one carries.
    serializers: { err: (fields: unknown) => fields },
  };
  return wrap(pino(settings, format === 'json' ? asJson(output) : asText(output)), {});
}

/** What JSON leaves as it is, a terminal may obey: `kubectl logs` shows lines as they are. */
function asJson(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(`${visible(line.trimEnd())}\n`);
    },
  };
}

function asText(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(textLine(JSON.parse(line) as LogFields));
    },
  };
}

/** `bound` instead of pino's own children, because most children never write a line, and theirs cost more than ours. */
function wrap(lines: PinoLogger, bound: LogFields): Logger {
  const write = (level: LogLevel, message: string, fields: () => LogFields): void => {
    if (lines.isLevelEnabled(level)) lines[level]({ ...bound, ...fields() }, withoutSecretText(message));
  };
  return {
    debug: (message, fields = {}) => {
      write('debug', message, () => withoutSecrets(fields));
    },
    info: (message, fields = {}) => {
      write('info', message, () => withoutSecrets(fields));
    },
    warn: (message, fields = {}) => {
      write('warn', message, () => withoutSecrets(fields));
    },
    error: (error, message, fields = {}) => {
      // As long as its chain of causes is: it is not a field like any other.
      write('error', message, () => ({ ...withoutSecrets(fields), err: errorFields(error) }));
    },
    child: (fields) => wrap(lines, { ...bound, ...withoutSecrets(fields) }),
  };
}
