// One real cluster for all tests of the project `real`, with our CRDs: each test works in a scope of its own (scope.ts),
// and gets what it needs with `inject` (provided.d.ts). What is cluster-wide or takes a part down starts a cluster of its
// own instead (test-cluster.ts).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';
import type { TestProject } from 'vitest/node';

import type { Client } from '../../operator/src/runtime/client/index.ts';
import { CustomResourceDefinition } from '../../operator/src/runtime/kinds/index.ts';
import type { OnProgress } from '../../operator/src/testing/index.ts';
import { recordCluster } from './cluster-record.ts';
import { applyManifests, type Manifest } from './manifests.ts';
import { startTestCluster } from './test-cluster.ts';
import { until } from './until.ts';

const crds = path.join(import.meta.dirname, '../../operator/crds');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = await startTestCluster({ onProgress: announcer() });
  const { controlPlane, node } = own.cluster;
  recordCluster('shared', { auditLogPath: controlPlane.auditLogPath });
  await applyCrds(own.client);
  // The garbage collector looks for new kinds every 30 s, and when it starts: until then no children go with their owner.
  await controlPlane.restart('kube-controller-manager');
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

async function applyCrds(client: Client): Promise<void> {
  const manifests = readdirSync(crds).map((file) => parse(readFileSync(path.join(crds, file), 'utf8')) as Manifest);
  await applyManifests(client, manifests);
  for (const { metadata } of manifests) await until(`${metadata.name} is served`, () => established(client, metadata));
}

async function established(client: Client, key: { readonly name: string }): Promise<boolean> {
  const { status } = await client.resource(CustomResourceDefinition).get(key);
  return status?.conditions?.some(({ type, status: holds }) => type === 'Established' && holds === 'True') === true;
}
