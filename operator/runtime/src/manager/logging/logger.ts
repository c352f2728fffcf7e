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
import { createTextFormat, type TextTerminal } from './text-line.ts';
import { clearFields } from './log-fields.ts';

/** The lowest level that is logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The format of log lines: one JSON object per line for machines, or text for terminals. */
export type LogFormat = 'json' | 'text';

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /**
   * Receives complete lines. @default - standard output, written before the call returns, so that an exit loses no line
   */
  readonly destination?: { write(line: string): void };
  /** The terminal that shows text lines. @default - standard output, if it is a terminal and `destination` is absent */
  readonly terminal?: TextTerminal;
  /** The clock for timestamps. @default - the machine's */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Creates a logger that writes lines with `level`, `time` (RFC 3339), `msg`, the fields, and `err` (see
 * `toErrorFields`). Guarantees: a line is written when the call returns; of an error only message, code, stack and
 * causes are logged; `[redacted]` replaces secrets, by name or by form (see `clearFields`), at any depth; control
 * characters in user input are escaped (see `escapeInvisible`).
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, format, clock = systemClock } = options;
  const output = options.destination ?? toDescriptor({ dest: 1, sync: true });
  const terminal = options.terminal ?? (options.destination === undefined ? findTerminal() : { color: false });
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // `err` is already a plain object here. pino's own serializer would copy all properties of an error.
    serializers: { err: (fields: unknown) => fields },
  };
  return wrap(
    pino(settings, format === 'json' ? createJsonStream(output) : createTextStream(output, terminal)),
    () => ({}),
  );
}

/**
 * Escapes characters that JSON allows although a terminal interprets them, because `kubectl logs` prints lines
 * unchanged.
 */
function createJsonStream(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(`${escapeInvisible(line.trimEnd())}\n`);
    },
  };
}

/** The terminal of standard output. Node's `hasColors` respects NO_COLOR, FORCE_COLOR and TERM. */
function findTerminal(): TextTerminal {
  const { stdout } = process;
  return stdout.isTTY ? { color: stdout.hasColors(), columns: () => stdout.columns } : { color: false };
}

function createTextStream(output: DestinationStream, terminal: TextTerminal): DestinationStream {
  const format = createTextFormat(terminal);
  return {
    write(line) {
      output.write(format(JSON.parse(line) as LogFields));
    },
  };
}

/**
 * Wraps a pino logger. It keeps the fields of `child` itself, because pino's children are more expensive, and reads
 * them only for the first line, because most children never write one.
 */
function wrap(lines: PinoLogger, bound: () => LogFields): Logger {
  const write = (level: LogLevel, message: string, fields: () => LogFields): void => {
    if (lines.isLevelEnabled(level)) lines[level]({ ...bound(), ...fields() }, hideSecrets(message));
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
      // The error is not redacted like other fields, because its cause chain has its own limit.
      write('error', message, () => ({ ...clearFields(fields), err: toErrorFields(error) }));
    },
    child: (fields) => {
      let all: LogFields | undefined;
      return wrap(lines, () => (all ??= { ...bound(), ...clearFields(fields) }));
    },
  };
}
