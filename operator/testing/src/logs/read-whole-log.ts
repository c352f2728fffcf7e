import { readFile } from 'node:fs/promises';

import { logPartsOf } from './log-files.ts';

/**
 * All that is left of the log at `file`, over all runs, as it was written.
 *
 * Throws: when there is no such log.
 */
export async function readWholeLog(file: string): Promise<string> {
  const [older, newest] = logPartsOf(file);
  const before = await readFile(older.output, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return before + (await readFile(newest.output, 'utf8'));
}
