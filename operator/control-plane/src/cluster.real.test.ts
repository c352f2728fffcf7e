import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { webhookImage } from '../fixtures/webhook-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { startControlPlane } from './control-plane/index.ts';
import { testDiagnosis } from './diagnosis/diagnosis.suite.ts';
import { testClaims } from './node/claims.suite.ts';
import type { NodeOptions } from './node/real-node.ts';
import { testKubectlLogs } from './node/kubectl-logs.suite.ts';
import { testPortForward } from './node/port-forward.suite.ts';
import { images, testRealNode } from './node/real-node.suite.ts';
import { testWebhooks } from './node/webhooks.suite.ts';
import { readCommandLine, readProcessTable } from './processes/process-table.ts';

/** Long, because each test starts a cluster, possibly on a busy machine. */
const timeout = 180_000;
const soon = { timeout: 30_000, interval: 50 };

/** The Pod of the Deployment `web`. */
async function readWeb({ controlPlane }: Cluster): Promise<{ name: string; restarts: number; ready: boolean }> {
  const list = JSON.parse(await controlPlane.kubectl(['get', 'pods', '--selector=app=web', '--output=json'])) as {
    items: { metadata: { name: string }; status: { containerStatuses?: { restartCount: number; ready: boolean }[] } }[];
  };
  const [pod] = list.items;
  const status = pod?.status.containerStatuses?.[0];
  return { name: pod?.metadata.name ?? '', restarts: status?.restartCount ?? -1, ready: status?.ready ?? false };
}

const claim = {
  ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'kept' } },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

/** A Pod that runs a script once, with the claim's volume at `/data`. */
function buildOneShotPod(name: string, script: string): object {
  const volumeMounts = [{ name: 'data', mountPath: '/data' }];
  const containers = [{ name: 'main', image: 'busybox:1.37', command: ['sh', '-c', script], volumeMounts }];
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'kept' } }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { restartPolicy: 'Never', containers, volumes } };
}

async function waitUntilSucceeded(
  { controlPlane: { kubectl } }: Cluster,
  name: string,
  ...items: object[]
): Promise<void> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  await kubectl(['apply', '--server-side', '-f', '-'], { input });
  await kubectl(['wait', `pod/${name}`, '--for=jsonpath={.status.phase}=Succeeded', '--timeout=60s']);
}

/** All node suites share one cluster and run in sequence, because another cluster would cost 5 s of CPU time. */
describe('a cluster whose directory is retained', { timeout }, () => {
  let parent = '';
  let stateDirectory = '';
  let pid: number | undefined;
  let cluster: Cluster;
  const started = (): Cluster => cluster;
  const start = (node: NodeOptions = {}): Promise<Cluster> =>
    startCluster({
      stateDirectory,
      node: { images: [webhookImage, ...images], restartBackoffMs: 300, volumeSyncMs: 200, ...node },
    });

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'cluster-'));
    stateDirectory = join(parent, 'state');
    cluster = await start();
    await cluster.controlPlane.kubectl(['create', 'deployment', 'web', '--image=nginx:1.27']);
    await waitUntilSucceeded(cluster, 'before', claim, buildOneShotPod('before', 'echo kept > /data/x'));
    await cluster.controlPlane.kubectl(['wait', 'deployment/web', '--for=condition=Available', '--timeout=60s']);
    pid = cluster.node.findPid('default', (await readWeb(cluster)).name, 'nginx');
  }, timeout);

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
    await rm(parent, { recursive: true });
  });

  test('uses the directory exclusively', async () => {
    await expect(startControlPlane({ stateDirectory })).rejects.toThrow('the directory is in use');
  });

  test('applies the placement policy while its controllers start, and not only with the node', async () => {
    const get = ['get', 'mutatingadmissionpolicies', 'kubewright-processes', '--output=json', '--show-managed-fields'];
    const { metadata } = JSON.parse(await cluster.controlPlane.kubectl(get)) as {
      metadata: { managedFields: { manager: string }[] };
    };
    expect(metadata.managedFields.map(({ manager }) => manager)).toEqual([
      'kubewright-control-plane',
      'kubewright-node',
    ]);
  });

  describe('forwards ports', () => testPortForward(started));
  describe('explains waits', () => testDiagnosis(started));
  describe('binds claims', () => testClaims(started));
  describe('runs Pods', () => testRealNode(started));
  describe('reaches webhooks', () => testWebhooks(started));

  test('MC-T7 stops without leaving a process, and continues where it was when it is started again', async () => {
    expect(await readWeb(cluster)).toMatchObject({ restarts: 0, ready: true });
    expect(existsSync(`/proc/${String(pid)}`)).toBe(true);
    await cluster[Symbol.asyncDispose]();
    expect(existsSync(`/proc/${String(pid)}`)).toBe(false);
    cluster = await start({ mountNamespaces: false });
    await expect.poll(() => readWeb(cluster), soon).toMatchObject({ restarts: 1, ready: true });
  });

  test('retains the content of volumes across restarts, also without mount namespaces', async () => {
    await waitUntilSucceeded(cluster, 'after', buildOneShotPod('after', 'cat /data/x'));
    expect(await cluster.node.log('default', 'after', 'main')).toBe('kept\n');
  });

  // Last, because it stops the node of the cluster.
  describe('has logs', () => testKubectlLogs(started));
});

test('an aborted start leaves no process', { timeout }, async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'cluster-'));
  const controller = new AbortController();
  const components = { controllerManager: false, scheduler: false, kwok: false };
  const start = startCluster({ stateDirectory, components, node: { signal: controller.signal } });
  controller.abort(new Error('called off'));
  await expect(start).rejects.toThrow('called off');
  expect(existsSync(join(stateDirectory, 'audit.log'))).toBe(true);
  const left = (): unknown => readProcessTable().filter(({ pid }) => readCommandLine(pid)?.includes(stateDirectory));
  await expect.poll(left, soon).toEqual([]);
  await rm(stateDirectory, { recursive: true });
});
