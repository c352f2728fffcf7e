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

/** The lowest level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One JSON object per line for machines, or text for terminals. */
export type LogFormat = 'json' | 'text';

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /**
   * Receives complete lines. @default - standard output, written before the call returns, so that an exit loses none
   */
  readonly destination?: { write(line: string): void };
  /** The terminal that shows text. @default - standard output, if it is one and `destination` is absent */
  readonly terminal?: TextTerminal;
  /** For timestamps. @default - the machine's */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * A logger that writes lines with `level`, `time` (RFC 3339), `msg`, the fields, and `err` (see `toErrorFields`).
 *
 * Guarantees: a line is written when the call returns; errors contribute only message, code, stack and causes;
 * `[redacted]` replaces secrets, by name or by form (see `clearFields`), at any depth; control characters in user input
 * are escaped (see `escapeInvisible`).
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
    // Errors are fields by then; pino's own serializer would copy all of their properties.
    serializers: { err: (fields: unknown) => fields },
  };
  return wrap(
    pino(settings, format === 'json' ? createJsonStream(output) : createTextStream(output, terminal)),
    () => ({}),
  );
}

/** JSON keeps some characters that a terminal interprets, and `kubectl logs` prints lines unchanged. */
function createJsonStream(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      output.write(`${escapeInvisible(line.trimEnd())}\n`);
    },
  };
}

/** Node's `hasColors` respects NO_COLOR, FORCE_COLOR and TERM. */
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
 * Binds fields here instead of in pino's children, which are more expensive. Reads them with the first line of a child,
 * because most children never write one.
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
      // The cause chain has its own limit, so the error is not redacted like other fields.
      write('error', message, () => ({ ...clearFields(fields), err: toErrorFields(error) }));
    },
    child: (fields) => {
      let all: LogFields | undefined;
      return wrap(lines, () => (all ??= { ...bound(), ...clearFields(fields) }));
    },
  };
}
