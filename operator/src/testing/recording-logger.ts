import { type Logger, messageOf } from '../runtime/base/index.ts';

/** One line, with the message of its error. */
export interface RecordedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly error?: string;
}

/** A logger that keeps its lines, and those of its children. */
export interface RecordingLogger extends Logger {
  readonly lines: readonly RecordedLine[];
}

export function createRecordingLogger(): RecordingLogger {
  const lines: RecordedLine[] = [];
  const record =
    (level: 'debug' | 'info' | 'warn') =>
    (message: string): void =>
      void lines.push({ level, message });
  const logger: RecordingLogger = {
    lines,
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: (error, message) => void lines.push({ level: 'error', message, error: messageOf(error) }),
    child: () => logger,
  };
  return logger;
}
