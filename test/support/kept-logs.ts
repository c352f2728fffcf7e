import { randomBytes } from 'node:crypto';
import { cp, glob } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { runDirectory } from './run-directory.ts';

/** The logs of a control plane that was stopped. */
export interface KeptLogs {
  /** Unique in the run. */
  readonly name: string;
  readonly auditLogPath: string;
}

/**
 * Copies all logs of a control plane, its operators and its Pods: for the tests of the run as a whole, and for
 * who wants to know why one of them failed.
 */
export async function keepLogs({ directory, auditLogPath }: ControlPlane): Promise<KeptLogs> {
  const name = randomBytes(6).toString('hex');
  const kept = path.join(runDirectory(), 'logs', name);
  for await (const log of glob('**/*.log', { cwd: directory })) {
    await cp(path.join(directory, log), path.join(kept, log), { recursive: true });
  }
  return { name, auditLogPath: path.join(kept, path.relative(directory, auditLogPath)) };
}
