import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from '../../runtime/base/index.ts';
import { createLogger } from '../../runtime/manager/index.ts';

/** Logs into `node.log` of `directory`, which is made; a line is in the file when the call returns. */
export function createNodeLog(directory: string): Logger {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'node.log');
  return createLogger({ level: 'info', format: 'json', destination: { write: (line) => append(file, line) } });
}

/** A control plane that was stopped before its node has taken the folder along: nobody can read the line then. */
function append(file: string, line: string): void {
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
