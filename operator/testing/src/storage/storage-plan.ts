import { numberOf } from '../quantity.ts';
import type { PersistentVolumeClaim, Quantity } from '@kubewright/runtime/kinds';
import { provisionerName } from './default-class.ts';
import type { PersistentVolume, StorageClass } from './kinds.ts';

/** The objects from which a plan is computed. */
export interface StorageState {
  readonly classes: readonly StorageClass[];
  readonly claims: readonly PersistentVolumeClaim[];
  readonly volumes: readonly PersistentVolume[];
}

/** A step to execute now. Steps are idempotent: the plan contains a step again until the watches show its result. */
export type StorageStep =
  | { readonly type: 'provision'; readonly claim: PersistentVolumeClaim; readonly storageClass: StorageClass }
  | { readonly type: 'refuse'; readonly claim: PersistentVolumeClaim; readonly why: string }
  | { readonly type: 'grow volume'; readonly volume: PersistentVolume; readonly to: Quantity }
  | { readonly type: 'grow claim'; readonly claim: PersistentVolumeClaim; readonly to: Quantity }
  | { readonly type: 'delete volume'; readonly volume: PersistentVolume }
  | { readonly type: 'release folder'; readonly volume: PersistentVolume };

/** The finalizer of each volume of this provisioner: it removes the folder before the volume is deleted. */
export const folderFinalizer = 'storage.kubewright.dev/folder';
/**
 * The first two annotations are on claims: kube-controller-manager sets the provisioner, kube-scheduler sets the node.
 * The third is on volumes, set by their provisioner.
 */
export const annotations = {
  provisioner: 'volume.kubernetes.io/storage-provisioner',
  selectedNode: 'volume.kubernetes.io/selected-node',
  provisionedBy: 'pv.kubernetes.io/provisioned-by',
} as const;
const volumeProtection = 'kubernetes.io/pv-protection';

/** The next steps of an external provisioner and resizer. */
export function storagePlan(state: StorageState): readonly StorageStep[] {
  const classes = new Map(state.classes.map((one) => [one.metadata.name, one]));
  const volumes = new Map(state.volumes.filter(isOurs).map((one) => [one.metadata.name, one]));
  return [
    ...state.claims.flatMap((claim) => forClaim(claim, classes, volumes)),
    ...[...volumes.values()].flatMap(forVolume),
  ];
}

/** The name of a claim's volume: `pvc-` and the uid, as external provisioners choose it. */
export function volumeNameOf({ metadata: { uid } }: PersistentVolumeClaim): string {
  return `pvc-${uid}`;
}

function forClaim(
  claim: PersistentVolumeClaim,
  classes: ReadonlyMap<string, StorageClass>,
  volumes: ReadonlyMap<string, PersistentVolume>,
): readonly StorageStep[] {
  const volume = volumes.get(claim.spec.volumeName ?? '');
  if (volume !== undefined) return expansion(claim, volume);
  const storageClass = classes.get(claim.spec.storageClassName ?? '');
  if (storageClass === undefined || volumes.has(volumeNameOf(claim)) || !isOursToProvision(claim, storageClass))
    return [];
  const why = refusal(claim);
  return [why === undefined ? { type: 'provision', claim, storageClass } : { type: 'refuse', claim, why }];
}

function isOursToProvision({ metadata, spec }: PersistentVolumeClaim, storageClass: StorageClass): boolean {
  const { [annotations.provisioner]: provisioner, [annotations.selectedNode]: node } = metadata.annotations ?? {};
  if (spec.volumeName || metadata.deletionTimestamp !== undefined) return false;
  if (provisioner !== provisionerName || storageClass.provisioner !== provisionerName) return false;
  return storageClass.volumeBindingMode !== 'WaitForFirstConsumer' || node !== undefined;
}

function refusal({ spec }: PersistentVolumeClaim): string | undefined {
  if (spec.volumeMode === 'Block') return 'block volumes are not supported by this provisioner';
  if (spec.selector) return 'claim Selector is not supported';
  if (spec.dataSource ?? spec.dataSourceRef) return 'data sources are not supported by this provisioner';
  return undefined;
}

/** Steps that expand a volume, and then its claim: a claim never has more capacity than its volume. */
function expansion(claim: PersistentVolumeClaim, volume: PersistentVolume): readonly StorageStep[] {
  if (claim.status?.phase !== 'Bound') return [];
  const wanted = storageOf(claim.spec.resources?.requests);
  const given = storageOf(volume.spec.capacity);
  if (isLess(given, wanted)) return [{ type: 'grow volume', volume, to: wanted }];
  return isLess(storageOf(claim.status.capacity), given) ? [{ type: 'grow claim', claim, to: given }] : [];
}

function storageOf(resources: Readonly<Record<string, Quantity>> | undefined): Quantity {
  return resources?.['storage'] ?? '0';
}

function forVolume(volume: PersistentVolume): readonly StorageStep[] {
  const { deletionTimestamp, finalizers = [] } = volume.metadata;
  if (deletionTimestamp === undefined) {
    const isReleased = volume.status?.phase === 'Released';
    return isReleased && hasDeletePolicy(volume) ? [{ type: 'delete volume', volume }] : [];
  }
  // kube-controller-manager keeps its own finalizer on a volume while the volume is bound.
  const isFree = finalizers.includes(folderFinalizer) && !finalizers.includes(volumeProtection);
  return isFree ? [{ type: 'release folder', volume }] : [];
}

/** Whether the reclaim policy is Delete: the volume and its folder are deleted once the claim is. */
export function hasDeletePolicy({ spec }: PersistentVolume): boolean {
  return spec.persistentVolumeReclaimPolicy === 'Delete';
}

function isOurs({ metadata }: PersistentVolume): boolean {
  return metadata.annotations?.[annotations.provisionedBy] === provisionerName;
}

function isLess(one: Quantity, other: Quantity): boolean {
  return numberOf(one) < numberOf(other);
}
