// What a failure of the project `real` says beyond its assertion: the Pods that were not ready in the cluster that the
// tests share, why, and how their logs end. (A cluster of a test's own says so itself, by `kubectl` and `waitFor`.)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, inject } from 'vitest';

import { findBinaries } from '../../operator/testing/src/control-plane/binaries/index.ts';
import { runKubectl } from '../../operator/testing/src/control-plane/kubectl.ts';
import { describeUnreadyPods } from '../../operator/testing/src/index.ts';
import { explain } from './explained.ts';

afterEach(async ({ task }) => {
  const errors = task.result?.state === 'fail' ? (task.result.errors ?? []) : [];
  if (errors.length > 0) explain(errors, await unreadyInSharedCluster());
});

async function unreadyInSharedCluster(): Promise<string> {
  const { kubectl } = await findBinaries({ needed: ['kubectl'] });
  const cacheDirectory = await mkdtemp(path.join(tmpdir(), 'kubectl-cache-'));
  const setup = { command: kubectl, kubeconfig: inject('kubeconfigPath'), cacheDirectory };
  const said = await describeUnreadyPods((args) => runKubectl(setup, args));
  await rm(cacheDirectory, { recursive: true, force: true });
  return said;
}
