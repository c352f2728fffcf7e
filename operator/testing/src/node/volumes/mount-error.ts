/** Why a volume cannot be mounted, in the words of a kubelet. */
export class MountError extends Error {
  override readonly name = 'MountError';
  /** The reason of the Pod's event. */
  readonly reason: 'FailedMount' | 'FailedMapVolume';

  constructor(message: string, reason: MountError['reason'] = 'FailedMount') {
    super(message);
    this.reason = reason;
  }

  /** Setting up `volume` failed. A persistent volume is called by its own name, not by that in the Pod. */
  static of(volume: string, why: string): MountError {
    return new MountError(`MountVolume.SetUp failed for volume "${volume}" : ${why}`);
  }

  /** It did not come that far: there is no such claim, or it is not bound. */
  static unprocessed(volume: string, why: string): MountError {
    const lists = `unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]`;
    return new MountError(`Unable to attach or mount volumes: ${lists}: ${why}`);
  }
}

/** Said of a volume whose kind does not exist here; of a CSI driver in the words of a node that does not have it. */
export function unsupportedVolume(kind = 'such', driver?: string): string {
  if (driver === undefined) return `${kind} volumes are not supported by this node`;
  return `kubernetes.io/csi: driver name ${driver} not found in the list of registered CSI drivers`;
}
