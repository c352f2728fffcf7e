import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { OwnerReference } from '../../../../runtime/src/base/index.ts';
import type { PersistentVolumeClaim, Volume } from '@kubewright/runtime/kinds';
import { PersistentVolume } from '../../storage/index.ts';
import { podOf } from '../../../fixtures/pod-fixture.ts';
import { lastingFolder } from './lasting-folder.ts';

let hostFolder: string;
beforeEach(async () => {
  hostFolder = await mkdtemp(join(tmpdir(), 'lasting-'));
  await mkdir(join(hostFolder, 'disk'));
});
afterEach(() => rm(hostFolder, { recursive: true, force: true }));

const pod = podOf();
const meta = (name: string) => ({ ...pod.metadata, name });
const bound = { status: { phase: 'Bound' }, spec: { volumeName: 'pv-1' } } as const;
const claimed: Volume = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };

function folderOf(
  volume: Volume,
  { claim, spec }: { claim?: Partial<PersistentVolumeClaim>; spec?: PersistentVolume['spec'] & object } = {},
): Promise<string | undefined> {
  const sources = {
    claim: async (name: string) =>
      claim && { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: meta(name), spec: {}, ...claim },
    volume: async (name: string) =>
      spec && { apiVersion: 'v1', kind: PersistentVolume.kind, metadata: meta(name), spec },
  };
  return lastingFolder(volume, { pod, sources, hostFolder });
}

test('a volume that is deleted with its Pod has no lasting folder', async () => {
  expect(await folderOf({ name: 'v', emptyDir: {} })).toBeUndefined();
});

test.each([{ hostPath: { path: '/disk' } }, { local: { path: '/disk' } }])(
  'a claim has the folder of its bound volume: %j',
  async (spec) => {
    expect(await folderOf(claimed, { claim: bound, spec })).toBe(join(hostFolder, 'disk'));
  },
);

test('a generic ephemeral volume has the folder of the claim that was created for the Pod', async () => {
  const volume: Volume = { name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } };
  const spec = { hostPath: { path: '/disk' } };
  const owner = { uid: pod.metadata.uid } as OwnerReference;
  const claim = { ...bound, metadata: { ...meta('pod-v'), ownerReferences: [owner] } };
  expect(await folderOf(volume, { claim, spec })).toBe(join(hostFolder, 'disk'));
  await expect(folderOf(volume, { claim: bound, spec })).rejects.toThrow('(pod is not owner)');
});

const unprocessed =
  'Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]: ' +
  'error processing PVC default/data: ';
const deleted = { ...bound, metadata: { ...meta('data'), deletionTimestamp: '2026-01-01T00:00:00Z' } };

test.each([
  [{}, 'failed to fetch PVC from API server: persistentvolumeclaims "data" not found'],
  [{ claim: {} }, 'PVC is not bound'],
  [{ claim: deleted }, "can't start pod because PVC is being deleted"],
  [{ claim: bound }, 'failed to find PV pv-1 in the API server'],
])("a claim without a usable volume is an error with the kubelet's message: %j", async (input, why) => {
  await expect(folderOf(claimed, input)).rejects.toMatchObject({ reason: 'FailedMount', message: unprocessed + why });
});

const driver = 'kubernetes.io/csi: driver name x.csi.dev not found in the list of registered CSI drivers';

test.each([
  [{ csi: { driver: 'x.csi.dev' } }, `MountVolume.SetUp failed for volume "pv-1" : ${driver}`],
  [
    { nfs: {}, capacity: {} },
    'MountVolume.SetUp failed for volume "pv-1" : nfs volumes are not supported by this node',
  ],
  [{ local: { path: '/none' } }, 'MountVolume.SetUp failed for volume "pv-1" : path "/none" does not exist'],
  [
    { volumeMode: 'Block', hostPath: { path: '/disk' } },
    'MapVolume.SetUpDevice failed for volume "pv-1" : block volumes are not supported by this node',
  ],
])('the error of a persistent volume that cannot be mounted has the name of that volume: %j', async (spec, message) => {
  await expect(folderOf(claimed, { claim: bound, spec })).rejects.toMatchObject({ message });
});
