import { expect, test } from 'vitest';

import type { ObjectMeta } from '../../../runtime/src/base/index.ts';
import type { PersistentVolumeClaim } from '@kubewright/runtime/kinds';
import { provisionerName } from './default-class.ts';
import type { PersistentVolume, StorageClass } from './kinds.ts';
import { annotations, folderFinalizer, storagePlan, type StorageState } from './storage-plan.ts';

const meta = (name: string, parts: Partial<ObjectMeta> = {}) =>
  ({ name, uid: `uid-of-${name}`, resourceVersion: '1', ...parts }) as PersistentVolumeClaim['metadata'];
const of = { apiVersion: 'v1', kind: 'Any' };
const ours = { [annotations.provisioner]: provisionerName };
const placed = { ...ours, [annotations.selectedNode]: 'kwok' };

const waiting: StorageClass = {
  ...of,
  metadata: meta('standard'),
  provisioner: provisionerName,
  volumeBindingMode: 'WaitForFirstConsumer',
};
const claimOf = (parts: Partial<PersistentVolumeClaim> = {}): PersistentVolumeClaim => ({
  ...of,
  metadata: meta('data', { annotations: placed }),
  ...parts,
  spec: { storageClassName: 'standard', resources: { requests: { storage: '1Gi' } }, ...parts.spec },
});
const bound = (shown: string, spec: PersistentVolumeClaim['spec'] = {}): PersistentVolumeClaim =>
  claimOf({
    spec: { volumeName: 'pvc-uid-of-data', ...spec },
    status: { phase: 'Bound', capacity: { storage: shown } },
  });
const volumeOf = (parts: { metadata?: Partial<ObjectMeta>; phase?: string; policy?: 'Delete' | 'Retain' } = {}) =>
  ({
    ...of,
    metadata: meta('pvc-uid-of-data', {
      annotations: { [annotations.provisionedBy]: provisionerName },
      finalizers: [folderFinalizer],
      ...parts.metadata,
    }),
    spec: { capacity: { storage: '1Gi' }, persistentVolumeReclaimPolicy: parts.policy ?? 'Delete' },
    status: { phase: parts.phase ?? 'Bound' },
  }) satisfies PersistentVolume;

const stepsOf = (state: Partial<StorageState>): readonly string[] =>
  storagePlan({ classes: [waiting], claims: [], volumes: [], ...state }).map((step) =>
    'why' in step ? `${step.type}: ${step.why}` : 'to' in step ? `${step.type}: ${step.to}` : step.type,
  );

test('a claim with WaitForFirstConsumer gets a volume once its Pod has a node', () => {
  expect(stepsOf({ claims: [claimOf()] })).toEqual(['provision']);
  expect(stepsOf({ claims: [claimOf({ metadata: meta('data', { annotations: ours }) })] })).toEqual([]);
});

test('a claim with binding mode Immediate gets a volume without a Pod', () => {
  const classes = [{ ...waiting, volumeBindingMode: 'Immediate' as const }];
  const claims = [claimOf({ metadata: meta('data', { annotations: ours }) })];
  expect(stepsOf({ classes, claims })).toEqual(['provision']);
});

test.each([
  ['of another class', { spec: { storageClassName: 'other' } }],
  ['that names a volume itself', { spec: { volumeName: 'pv-1' } }],
  [
    'of another provisioner',
    { metadata: meta('data', { annotations: { ...placed, [annotations.provisioner]: 'x' } }) },
  ],
  ['that is deleted', { metadata: meta('data', { annotations: placed, deletionTimestamp: '2026-01-01T00:00:00Z' }) }],
])('a claim %s gets no volume', (_, parts) => {
  expect(stepsOf({ claims: [claimOf(parts)] })).toEqual([]);
});

test('a claim whose volume exists gets no second volume', () => {
  expect(stepsOf({ claims: [claimOf()], volumes: [volumeOf({ phase: 'Available' })] })).toEqual([]);
});

test.each([
  [{ volumeMode: 'Block' as const }, 'block volumes are not supported by this provisioner'],
  [{ selector: {} }, 'claim Selector is not supported'],
  [{ dataSource: { kind: 'VolumeSnapshot', name: 'x' } }, 'data sources are not supported by this provisioner'],
])('a claim with %j is refused', (spec, why) => {
  expect(stepsOf({ claims: [claimOf({ spec })] })).toEqual([`refuse: ${why}`]);
});

test('for a claim that requests more storage, the volume is expanded first, then the claim', () => {
  const resources = { requests: { storage: '2Gi' } };
  const volume = volumeOf();
  expect(stepsOf({ claims: [bound('1Gi', { resources })], volumes: [volume] })).toEqual(['grow volume: 2Gi']);
  const grown = { ...volume, spec: { ...volume.spec, capacity: { storage: '2048Mi' } } };
  expect(stepsOf({ claims: [bound('1Gi', { resources })], volumes: [grown] })).toEqual(['grow claim: 2048Mi']);
  expect(stepsOf({ claims: [bound('2Gi', { resources })], volumes: [grown] })).toEqual([]);
});

test('a volume whose claim is deleted is deleted, unless its reclaim policy is Retain', () => {
  expect(stepsOf({ volumes: [volumeOf({ phase: 'Released' })] })).toEqual(['delete volume']);
  expect(stepsOf({ volumes: [volumeOf({ phase: 'Released', policy: 'Retain' })] })).toEqual([]);
  expect(stepsOf({ volumes: [volumeOf({ phase: 'Bound' })] })).toEqual([]);
});

test('a volume of another provisioner is not touched', () => {
  expect(stepsOf({ volumes: [volumeOf({ phase: 'Released', metadata: { annotations: {} } })] })).toEqual([]);
});

test('the folder of a deleted volume is removed once nothing uses the volume', () => {
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  const used = { deletionTimestamp, finalizers: [folderFinalizer, 'kubernetes.io/pv-protection'] };
  expect(stepsOf({ volumes: [volumeOf({ metadata: used })] })).toEqual([]);
  const free = { deletionTimestamp, finalizers: [folderFinalizer] };
  expect(stepsOf({ volumes: [volumeOf({ metadata: free })] })).toEqual(['release folder']);
  expect(stepsOf({ volumes: [volumeOf({ metadata: { ...free, finalizers: [] } })] })).toEqual([]);
});
