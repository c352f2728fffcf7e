/** One part of a log. */
export interface LogPart {
  /** What was written, byte by byte. */
  readonly output: string;
  /** The times of the output, see `log-records`. */
  readonly index: string;
}

/** The parts of the log at `file`, the older one first; either may be missing. */
export function logPartsOf(file: string): readonly [older: LogPart, newest: LogPart] {
  return [partAt(`${file}.1`), partAt(file)];
}

function partAt(output: string): LogPart {
  return { output, index: `${output}.index` };
}
