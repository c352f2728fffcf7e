import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { runKubectl } from '@kubewright/declaration/kubectl';

import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import type { ControlPlane } from '../../../operator/testing/src/index.ts';

export interface Printed {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl. Resolves with its output, even if it fails. */
export type PrintingKubectl = (args: readonly string[], input?: object) => Promise<Printed>;

/** Creates a function that runs kubectl and returns its whole output, including warnings. */
export async function createPrintingKubectl(
  controlPlane: Pick<ControlPlane, 'directory' | 'kubeconfigPath'>,
): Promise<PrintingKubectl> {
  const { kubectl: command } = await findBinaries({ needed: ['kubectl'] });
  const cache = await mkdtemp(path.join(controlPlane.directory, 'kubectl-'));
  const env = { ...process.env, KUBECONFIG: controlPlane.kubeconfigPath, KUBECACHEDIR: cache };
  return async (args, input) => {
    const given = input === undefined ? {} : { input: JSON.stringify(input) };
    const { code, stdout, stderr } = await runKubectl(args, { command, env, ...given });
    return { ok: code === 0, stdout: stdout.trim(), stderr: stderr.trim() };
  };
}
