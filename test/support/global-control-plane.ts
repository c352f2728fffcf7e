// One real cluster for all tests of the project `real`, with our CRDs: each test works in a scope of its own (scope.ts),
// and gets what it needs with `inject` (provided.d.ts). What is cluster-wide or takes a part down starts a cluster of its
// own instead (test-cluster.ts).
import type { TestProject } from 'vitest/node';

import type { OnProgress } from '../../operator/testing/src/index.ts';
import { recordCluster, uidOf } from './cluster-record.ts';
import { serveOurKinds } from './our-kinds.ts';
import { startTestCluster } from './test-cluster.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = await startTestCluster({ onProgress: announcer() });
  const { controlPlane, node } = own.cluster;
  recordCluster('shared', { uid: await uidOf(own.client), auditLogPath: controlPlane.auditLogPath });
  await serveOurKinds(own.client, controlPlane);
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
