import { expect, test } from 'vitest';

import type { OwnerReference } from '../../../../runtime/src/base/index.ts';
import type { PersistentVolumeClaim, Volume } from '@kubewright/runtime/kinds';
import { PersistentVolume } from '../../claim-folders.ts';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { resolveClaimFolder } from './claim-folder.ts';

const pod = buildPod();
const buildMeta = (name: string) => ({ ...pod.metadata, name });
const bound = { status: { phase: 'Bound' }, spec: { volumeName: 'pv-1' } } as const;
const claimed: Volume = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };

function resolveFolder(
  volume: Volume,
  { claim, spec }: { claim?: Partial<PersistentVolumeClaim>; spec?: PersistentVolume['spec'] & object } = {},
): Promise<string | undefined> {
  const sources = {
    claim: async (name: string) =>
      claim && { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: buildMeta(name), spec: {}, ...claim },
    getVolume: async (name: string) =>
      spec && { apiVersion: 'v1', kind: PersistentVolume.kind, metadata: buildMeta(name), spec },
  };
  return resolveClaimFolder(volume, pod, sources);
}

test('a volume that is deleted with its Pod does not use the folder of a claim', async () => {
  expect(await resolveFolder({ name: 'v', emptyDir: {} })).toBeUndefined();
});

test('a claim has the folder of its bound volume', async () => {
  expect(await resolveFolder(claimed, { claim: bound, spec: { hostPath: { path: '/disk' } } })).toBe('/disk');
});

test('a generic ephemeral volume has the folder of the claim that was created for the Pod', async () => {
  const volume: Volume = { name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } };
  const spec = { hostPath: { path: '/disk' } };
  const owner = { uid: pod.metadata.uid } as OwnerReference;
  const claim = { ...bound, metadata: { ...buildMeta('pod-v'), ownerReferences: [owner] } };
  expect(await resolveFolder(volume, { claim, spec })).toBe('/disk');
  await expect(resolveFolder(volume, { claim: bound, spec })).rejects.toThrow('(pod is not owner)');
});

const unprocessed =
  'Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], failed to process volumes=[v]: ' +
  'error processing PVC default/data: ';
const deleted = { ...bound, metadata: { ...buildMeta('data'), deletionTimestamp: '2026-01-01T00:00:00Z' } };

test.each([
  [{}, 'failed to fetch PVC from API server: persistentvolumeclaims "data" not found'],
  [{ claim: {} }, 'PVC is not bound'],
  [{ claim: deleted }, "can't start pod because PVC is being deleted"],
  [{ claim: bound, spec: {} }, 'volume pv-1 is not a hostPath volume, and this node supports only hostPath'],
])("a claim without a usable volume is an error with the kubelet's message: %j", async (input, why) => {
  await expect(resolveFolder(claimed, input)).rejects.toThrow(unprocessed + why);
});
