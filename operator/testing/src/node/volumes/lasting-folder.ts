import { stat } from 'node:fs/promises';

import { KubeletError } from '../kubelet-error.ts';
import { messageOf } from '@kubewright/runtime/internal/base';
import type { PersistentVolumeClaim, Pod, Volume } from '@kubewright/runtime/kinds';
import { insideOf, isMissing, type PersistentVolume, staysInside } from '../../storage/index.ts';
import { hostPath } from './host-path.ts';
import { MountError, unsupportedVolume } from './mount-error.ts';

/** Reads claims and the volumes they are bound to. */
export interface ClaimSources {
  claim(name: string): Promise<PersistentVolumeClaim | undefined>;
  volume(name: string): Promise<PersistentVolume | undefined>;
}

export interface LastingInput {
  readonly pod: Pod;
  readonly sources: ClaimSources;
  /** The folder that stands for `/` of the node. */
  readonly hostFolder: string;
}

/**
 * The file or folder of a volume that outlives its Pod: a hostPath, or the persistent volume that a claim is bound to.
 * `undefined` for every other kind of volume.
 *
 * Throws: `MountError`.
 */
export async function lastingFolder(volume: Volume, input: LastingInput): Promise<string | undefined> {
  if (volume.hostPath) return setUp(volume.name, hostPath(input.hostFolder, volume.hostPath));
  const claimName = claimNameOf(volume, input.pod);
  if (claimName === undefined) return undefined;
  return folderOf(await boundVolume(volume, claimName, input), input.hostFolder);
}

/** The name of the volume's claim; kube-controller-manager creates one for a generic ephemeral volume. */
function claimNameOf({ name, persistentVolumeClaim, ephemeral }: Volume, { metadata }: Pod): string | undefined {
  return ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName;
}

async function boundVolume(volume: Volume, claimName: string, input: LastingInput): Promise<PersistentVolume> {
  const { pod, sources } = input;
  const failed = (why: string): MountError =>
    MountError.unprocessed(volume.name, `error processing PVC ${pod.metadata.namespace ?? ''}/${claimName}: ${why}`);
  const claim = await sources.claim(claimName);
  if (claim === undefined) {
    throw failed(`failed to fetch PVC from API server: persistentvolumeclaims "${claimName}" not found`);
  }
  const problem = problemOf(claim, pod, volume.ephemeral !== undefined);
  if (problem !== undefined) throw failed(problem);
  const found = await sources.volume(claim.spec.volumeName ?? '');
  if (found === undefined) throw failed(`failed to find PV ${claim.spec.volumeName ?? ''} in the API server`);
  return found;
}

/** The reason why a Pod cannot use a claim now; `undefined` if it can. */
function problemOf({ metadata, spec, status }: PersistentVolumeClaim, pod: Pod, owned: boolean): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return "can't start pod because PVC is being deleted";
  const { namespace = '', name, uid } = pod.metadata;
  if (owned && !metadata.ownerReferences?.some((owner) => owner.uid === uid)) {
    return `PVC ${namespace}/${metadata.name} was not created for pod ${namespace}/${name} (pod is not owner)`;
  }
  return status?.phase === 'Bound' && spec.volumeName ? undefined : 'PVC is not bound';
}

async function folderOf({ metadata: { name }, spec }: PersistentVolume, hostFolder: string): Promise<string> {
  if (spec.volumeMode === 'Block') {
    const why = 'block volumes are not supported by this node';
    throw new MountError(`MapVolume.SetUpDevice failed for volume "${name}" : ${why}`, 'FailedMapVolume');
  }
  if (spec.hostPath) return setUp(name, hostPath(hostFolder, spec.hostPath));
  if (spec.local) return setUp(name, localPath(hostFolder, spec.local.path));
  const kind = Object.keys(spec).find((key) => !common.has(key));
  throw MountError.of(name, unsupportedVolume(kind, spec.csi?.driver));
}

/** The fields of a PersistentVolume's spec other than its source. */
const common = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

async function localPath(root: string, path: string): Promise<string> {
  const target = insideOf(root, path);
  if (!(await staysInside(root, target))) throw new KubeletError(`path "${path}" leads out of the folder of the node`);
  await stat(target).catch((error: unknown) => {
    throw isMissing(error) ? new KubeletError(`path "${path}" does not exist`) : error;
  });
  return target;
}

async function setUp(volume: string, folder: Promise<string>): Promise<string> {
  try {
    return await folder;
  } catch (error) {
    throw MountError.of(volume, messageOf(error));
  }
}
