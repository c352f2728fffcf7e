import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, inject } from 'vitest';

import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { type KubectlOptions, runKubectl } from '../../../operator/control-plane/src/control-plane/kubectl.ts';

/** Runs the pinned kubectl on the shared cluster; resolves with its output, rejects with its error output. */
export type Kubectl = (args: readonly string[], options?: KubectlOptions) => Promise<string>;

export function useKubectl(): Kubectl {
  let command = '';
  let cacheDirectory = '';
  beforeAll(async () => {
    command = (await findBinaries({ needed: ['kubectl'] })).kubectl;
    cacheDirectory = await mkdtemp(path.join(os.tmpdir(), 'kubectl-'));
  });
  afterAll(async () => {
    await rm(cacheDirectory, { recursive: true, force: true });
  });
  return (args, options) =>
    runKubectl({ command, kubeconfig: inject('kubeconfigPath'), cacheDirectory }, args, options);
}
