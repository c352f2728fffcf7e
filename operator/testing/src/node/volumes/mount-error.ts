/** A volume cannot be mounted. The message is a kubelet's. */
export class MountError extends Error {
  override readonly name = 'MountError';
  /** The set-up of `volume` has failed. */
  static of(volume: string, why: string): MountError {
    return new MountError(`MountVolume.SetUp failed for volume "${volume}" : ${why}`);
  }

  /** The set-up of `volume` has not started: its claim does not exist, or is not bound. */
  static unprocessed(volume: string, why: string): MountError {
    const lists = `unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]`;
    return new MountError(`Unable to attach or mount volumes: ${lists}: ${why}`);
  }
}

/** The message for a volume of an unsupported kind; for a CSI driver, that of a node without the driver. */
export function unsupportedVolume(kind = 'such', driver?: string): string {
  if (driver === undefined) return `${kind} volumes are not supported by this node`;
  return `kubernetes.io/csi: driver name ${driver} not found in the list of registered CSI drivers`;
}
