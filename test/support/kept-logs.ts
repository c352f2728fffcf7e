import { randomBytes } from 'node:crypto';
import { cp, glob } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { runDirectory } from './run-directory.ts';

/** The copied logs of a control plane. */
export interface KeptLogs {
  /** Unique in the test run. */
  readonly name: string;
  readonly auditLogPath: string;
}

/**
 * Copies all logs of a control plane, its operators and its Pods into the run directory: for the tests in `test/audit`,
 * and to find out why a test failed.
 */
export async function keepLogs({ directory, auditLogPath }: ControlPlane): Promise<KeptLogs> {
  const name = randomBytes(6).toString('hex');
  const kept = path.join(runDirectory(), 'logs', name);
  for await (const log of glob('**/*.log', { cwd: directory })) {
    await cp(path.join(directory, log), path.join(kept, log), { recursive: true });
  }
  return { name, auditLogPath: path.join(kept, path.relative(directory, auditLogPath)) };
}
