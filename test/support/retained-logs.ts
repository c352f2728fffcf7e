import { randomBytes } from 'node:crypto';
import { cp, glob } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { runDirectory } from './run-directory.ts';

/**
 * Copies all logs of a control plane, its operators and its Pods into the run directory, for the tests in
 * `test/e2e/audit` and for diagnosis. Returns the path of the copied audit log.
 */
export async function keepLogs({ directory, auditLogPath }: ControlPlane): Promise<string> {
  const kept = path.join(runDirectory(), 'logs', randomBytes(6).toString('hex'));
  for await (const log of glob('**/*.log', { cwd: directory })) {
    await cp(path.join(directory, log), path.join(kept, log), { recursive: true });
  }
  return path.join(kept, path.relative(directory, auditLogPath));
}
