import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Logger } from '@kubewright/runtime/internal/base';
import { createLogger } from '@kubewright/runtime/internal/manager';

/** Logs to `file`, and creates its folder. Each call writes its line synchronously. */
export function createFileLog(file: string): Logger {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return createLogger({ level: 'info', format: 'json', destination: { write: (line) => append(file, line) } });
}

/** Appends a line. Drops lines after the folder of the control plane was removed. */
function append(file: string, line: string): void {
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
