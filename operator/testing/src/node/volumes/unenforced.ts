import type { Pod, Volume } from '@kubewright/runtime/kinds';

/**
 * The mounts whose `readOnly` this node does not enforce, because it has no real mounts: mounts of writable volumes.
 * (Volumes that a kubelet itself mounts read-only are not listed: their content is rewritten with each change.)
 */
export function unenforced({ spec }: Pod): readonly string[] {
  const writable = new Map((spec.volumes ?? []).filter(isWritable).map((volume) => [volume.name, volume]));
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ name: container, volumeMounts = [] }) =>
    volumeMounts
      .filter(({ name, readOnly }) => readOnly === true || writable.get(name)?.persistentVolumeClaim?.readOnly === true)
      .filter(({ name }) => writable.has(name))
      .map(({ name, mountPath }) => {
        const where = `volume "${name}" at ${mountPath} of container "${container}"`;
        return `${where} is read-only by its spec alone: this node does not prevent writes`;
      }),
  );
}

function isWritable({ emptyDir, persistentVolumeClaim, ephemeral }: Volume): boolean {
  return Boolean(emptyDir ?? persistentVolumeClaim ?? ephemeral);
}
