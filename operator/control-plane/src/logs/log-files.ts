/**
 * The output of containers, with timestamps.
 *
 * - `log-files`: two files, the output itself and its lines with their times; each keeps one rotated predecessor (`.1`)
 * - `log-lines`: the records of the second file
 * - `log-writer`: appends, and rotates large files; part of the supervisor
 * - `read-log`: the output of one run, with the options of `kubectl logs`
 *
 * @module
 */
import { readFile } from 'node:fs/promises';

export interface LogPart {
  /** The output, byte by byte. */
  readonly output: string;
  /** The output with the time and the run of each line, see `log-lines`. */
  readonly lines: string;
}

/** The parts of the log at `file`, the older one first; either may be missing. */
export function getLogParts(file: string): readonly [older: LogPart, newest: LogPart] {
  return [buildPart(`${file}.1`), buildPart(file)];
}

function buildPart(output: string): LogPart {
  return { output, lines: `${output}.lines` };
}

/**
 * Returns the remaining log at `file`, over all runs, as written.
 *
 * Throws: if the log does not exist.
 */
export async function readWholeLog(file: string): Promise<string> {
  const [older, newest] = getLogParts(file);
  const before = await readFile(older.output, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return before + (await readFile(newest.output, 'utf8'));
}
