// One real cluster for all tests of the project `real`, with our CRDs, and resources that are older than their rules: each
// test works in a scope of its own (scope.ts), and gets what it needs with `inject` (provided.d.ts). What is cluster-wide
// or takes a part down starts a cluster of its own instead (test-cluster.ts).
import type { TestProject } from 'vitest/node';

import type { OnProgress } from '../../operator/testing/src/index.ts';
import { recordCluster, uidOf } from './cluster-record.ts';
import { storedBefore } from '../e2e/stored-before.ts';
import { serveOurKinds } from './our-kinds.ts';
import { storeBefore, untilRefused } from './stored-before.ts';
import { startTestCluster } from './test-cluster.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const extraArgs = { 'kube-apiserver': ['--service-node-port-range=30000-32766'] };
  const own = await startTestCluster({ extraArgs, onProgress: announcer() });
  const { controlPlane, node } = own.cluster;
  recordCluster('shared', { uid: await uidOf(own.client), auditLogPath: controlPlane.auditLogPath });
  await storeBefore(own.client, storedBefore);
  await serveOurKinds(own.client, controlPlane);
  await untilRefused(own.client, storedBefore);
  project.provide('kubeconfigPath', controlPlane.kubeconfigPath);
  project.provide('auditLogPath', controlPlane.auditLogPath);
  project.provide('nodeAddress', node.nodePortAddress(0).host);
  project.provide('subnet', controlPlane.subnet);
  return async () => {
    await own[Symbol.asyncDispose]();
  };
}

/** The first start on a machine builds or downloads binaries, which takes minutes: say so, once per long step. */
function announcer(): OnProgress {
  let last = '';
  return ({ step, unit }) => {
    if (unit === undefined || step === last) return;
    process.stderr.write(`control plane: ${step}…\n`);
    last = step;
  };
}
