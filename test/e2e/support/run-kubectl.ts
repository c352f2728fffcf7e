import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { findBinaries } from '../../../operator/testing/src/control-plane/binaries/index.ts';
import type { ControlPlane } from '../../../operator/testing/src/index.ts';

/** What kubectl printed. */
export interface Printed {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl, and resolves with what it prints, whether it succeeds or not. */
export type PrintingKubectl = (args: readonly string[], input?: object) => Promise<Printed>;

/** A kubectl for tests of what people see: of warnings, too, which other calls drop. */
export async function printingKubectl(
  controlPlane: Pick<ControlPlane, 'directory' | 'kubeconfigPath'>,
): Promise<PrintingKubectl> {
  const { kubectl } = await findBinaries({ needed: ['kubectl'] });
  const cache = await mkdtemp(path.join(controlPlane.directory, 'kubectl-'));
  const env = { ...process.env, KUBECONFIG: controlPlane.kubeconfigPath, KUBECACHEDIR: cache };
  return (args, input) =>
    new Promise((resolve) => {
      const child = execFile(kubectl, args, { env }, (error, stdout, stderr) => {
        resolve({ ok: error === null, stdout: stdout.trim(), stderr: stderr.trim() });
      });
      // kubectl may exit before it has read everything.
      child.stdin?.once('error', () => undefined).end(input === undefined ? '' : JSON.stringify(input));
    });
}
