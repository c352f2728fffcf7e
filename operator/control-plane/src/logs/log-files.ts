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
  /** The path of the file with the output, byte by byte. */
  readonly output: string;
  /** The path of the file with the time and the run of each line; `log-lines` describes its records. */
  readonly lines: string;
}

/** The paths of both parts of the log at `file`, the older one first. Either part may be missing. */
export function getLogParts(file: string): readonly [older: LogPart, newest: LogPart] {
  return [buildPart(`${file}.1`), buildPart(file)];
}

function buildPart(output: string): LogPart {
  return { output, lines: `${output}.lines` };
}

/** Returns the output that is left in the log at `file`, of all runs. Throws: if the log does not exist. */
export async function readWholeLog(file: string): Promise<string> {
  const [older, newest] = getLogParts(file);
  const before = await readFile(older.output, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return before + (await readFile(newest.output, 'utf8'));
}
