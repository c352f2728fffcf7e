import type { PersistentVolumeClaim, Pod, Volume } from '@kubewright/runtime/kinds';
import type { PersistentVolume } from '../../claim-folders.ts';
import { MountError } from './mounts.ts';

export interface ClaimSources {
  claim(name: string): Promise<PersistentVolumeClaim | undefined>;
  getVolume(name: string): Promise<PersistentVolume | undefined>;
}

/**
 * Returns the folder of the PersistentVolume that is bound to a claim; `undefined` for every other kind of volume.
 * Throws: `MountError`.
 */
export async function resolveClaimFolder(volume: Volume, pod: Pod, sources: ClaimSources): Promise<string | undefined> {
  const name = getClaimName(volume, pod);
  if (name === undefined) return undefined;
  const failed = (why: string): MountError =>
    MountError.unprocessed(volume.name, `error processing PVC ${pod.metadata.namespace}/${name}: ${why}`);
  const claim = await sources.claim(name);
  if (claim === undefined) {
    throw failed(`failed to fetch PVC from API server: persistentvolumeclaims "${name}" not found`);
  }
  const problem = findProblem(claim, pod, volume.ephemeral !== undefined);
  if (problem !== undefined) throw failed(problem);
  const bound = await sources.getVolume(claim.spec.volumeName ?? '');
  if (bound?.spec.hostPath) return bound.spec.hostPath.path;
  throw failed(`volume ${claim.spec.volumeName ?? ''} is not a hostPath volume, and this node supports only hostPath`);
}

/** Returns the name of a volume's claim. For a generic ephemeral volume, the kube-controller-manager creates it. */
function getClaimName({ name, persistentVolumeClaim, ephemeral }: Volume, { metadata }: Pod): string | undefined {
  return ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName;
}

/** Describes why a Pod cannot use a claim now; `undefined` if it can. */
function findProblem({ metadata, spec, status }: PersistentVolumeClaim, pod: Pod, owned: boolean): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return "can't start pod because PVC is being deleted";
  const { namespace, name, uid } = pod.metadata;
  if (owned && !metadata.ownerReferences?.some((owner) => owner.uid === uid)) {
    return `PVC ${namespace}/${metadata.name} was not created for pod ${namespace}/${name} (pod is not owner)`;
  }
  return status?.phase === 'Bound' && spec.volumeName ? undefined : 'PVC is not bound';
}
