import { type LogFields, type Logger, getMessage } from '@kubewright/runtime/internal/base';

/** The message of a log line, and that of its error. */
export interface RecordedWords {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly error?: string;
}

/** A recorded line. */
export interface RecordedLine extends RecordedWords {
  /** The fields of the line, such as the object. May be empty. */
  readonly fields: LogFields;
}

/** A logger that records its lines, and those of its children. */
export interface RecordingLogger extends Logger {
  /** The lines without fields. */
  readonly lines: readonly RecordedWords[];
  /** The lines with their fields. */
  readonly records: readonly RecordedLine[];
}

export function createRecordingLogger(): RecordingLogger {
  const kept = { lines: [], records: [] };
  return recordInto(kept, {});
}

interface RecordedLists {
  readonly lines: RecordedWords[];
  readonly records: RecordedLine[];
}

/** @param common fields that every line has */
function recordInto({ lines, records }: RecordedLists, common: LogFields): RecordingLogger {
  const keep = (words: RecordedWords, fields?: LogFields): void => {
    lines.push(words);
    records.push({ ...words, fields: { ...common, ...fields } });
  };
  const record =
    (level: 'debug' | 'info' | 'warn') =>
    (message: string, fields?: LogFields): void => {
      keep({ level, message }, fields);
    };
  return {
    lines,
    records,
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: (error, message, fields) => {
      keep({ level: 'error', message, error: getMessage(error) }, fields);
    },
    child: (fields) => recordInto({ lines, records }, { ...common, ...fields }),
  };
}
