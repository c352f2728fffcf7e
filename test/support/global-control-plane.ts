// Starts one real cluster for all tests of the project `real`, with our CRDs and with custom resources that were stored
// before the CRDs got their validation rules. Each test works in its own scope (scope.ts), and reads the properties of
// the cluster with `inject` (provided.d.ts). A test that changes cluster-wide objects, or stops a component, starts its
// own cluster (test-cluster.ts).
import type { TestProject } from 'vitest/node';

import { createAnnouncer } from './announcer.ts';
import { recordCluster, readClusterUid } from './cluster-record.ts';
import { storedBefore } from '../e2e/stored-before.ts';
import { serveOurKinds } from './our-kinds.ts';
import { storeBefore, untilRejected } from './stored-before.ts';
import { startTestCluster } from './test-cluster.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const extraArgs = { 'kube-apiserver': ['--service-node-port-range=30000-32766'] };
  const own = await startTestCluster({ extraArgs, onProgress: createAnnouncer() });
  const { controlPlane, node } = own.cluster;
  recordCluster({ uid: await readClusterUid(own.client), auditLogPath: controlPlane.auditLogPath });
  await storeBefore(own.client, storedBefore);
  await serveOurKinds(own.client, controlPlane);
  await untilRejected(own.client, storedBefore);
  project.provide('kubeconfigPath', controlPlane.kubeconfigPath);
  project.provide('auditLogPath', controlPlane.auditLogPath);
  project.provide('nodeAddress', node.nodePortAddress(0).host);
  project.provide('subnet', controlPlane.subnet);
  return async () => {
    await own[Symbol.asyncDispose]();
  };
}
