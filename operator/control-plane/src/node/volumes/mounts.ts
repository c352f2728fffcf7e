import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Container, VolumeMount, Pod, Volume } from '@kubewright/runtime/kinds';

import { ConfigError, expand } from '../environment/index.ts';

/** Sorts mounts so that outer ones come first: a volume that is mounted inside another one is created in it. */
export function sortOuterFirst({ volumeMounts = [] }: Container): readonly VolumeMount[] {
  return [...volumeMounts].sort((a, b) => a.mountPath.length - b.mountPath.length);
}

/**
 * Throws for a mount inside a volume that outlives the Pod: its mount point would stay in the volume, visible to all
 * other Pods.
 */
export function rejectInside(lasting: ReadonlyMap<string, unknown>, all: readonly VolumeMount[]): void {
  for (const outer of all.filter(({ name }) => lasting.has(name))) {
    const inner = all.find(({ mountPath }) => resolve('/', mountPath).startsWith(`${resolve('/', outer.mountPath)}/`));
    if (inner === undefined) continue;
    throw new ConfigError(
      `volume "${inner.name}" cannot be mounted inside volume "${outer.name}" at ${inner.mountPath}: this node does not support mounts inside a volume of a PersistentVolumeClaim`,
    );
  }
}

/** Returns the mounted part of a volume; creates it, unless the volume has its own content (`isFilled`). */
export async function resolveTarget(volume: string, path: string, isFilled: boolean): Promise<string> {
  const target = join(volume, path);
  const isMissing = !isFilled && (await stat(target).catch(() => undefined)) === undefined;
  if (isMissing) await mkdir(target, { recursive: true, mode: 0o750 });
  return target;
}

export function resolveSubPath({ subPath, subPathExpr }: VolumeMount, variables: ReadonlyMap<string, string>): string {
  const path = subPathExpr === undefined ? (subPath ?? '') : expand(subPathExpr, variables);
  if (path.split('/').includes('..')) throw new ConfigError(`the sub path ${path} points outside its volume`);
  return path;
}

/**
 * Lists the mounts whose `readOnly` this node does not enforce: mounts of writable volumes. (Volumes that a kubelet
 * always mounts read-only are not listed, because their content is rewritten with each change.)
 */
export function unenforced({ spec }: Pod): readonly string[] {
  const writable = new Map((spec.volumes ?? []).filter(isWritable).map((volume) => [volume.name, volume]));
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ name: container, volumeMounts = [] }) =>
    volumeMounts
      .filter(({ name, readOnly }) => readOnly === true || writable.get(name)?.persistentVolumeClaim?.readOnly === true)
      .filter(({ name }) => writable.has(name))
      .map(({ name, mountPath }) => {
        const where = `volume "${name}" at ${mountPath} of container "${container}"`;
        return `${where} is read-only only in its spec: this node does not prevent writes`;
      }),
  );
}

function isWritable({ emptyDir, persistentVolumeClaim, ephemeral }: Volume): boolean {
  return Boolean(emptyDir ?? persistentVolumeClaim ?? ephemeral);
}

/** Thrown if a volume cannot be mounted. The message is that of a kubelet. */
export class MountError extends Error {
  override readonly name = 'MountError';
  /** Builds the error for a volume whose set-up has failed. */
  static of(volume: string, why: string): MountError {
    return new MountError(`MountVolume.SetUp failed for volume "${volume}" : ${why}`);
  }

  /** Builds the error for a volume whose set-up has not started: its claim does not exist, or is not bound. */
  static unprocessed(volume: string, why: string): MountError {
    const lists = `unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]`;
    return new MountError(`Unable to attach or mount volumes: ${lists}: ${why}`);
  }
}

/** The message for a volume of an unsupported kind. For a CSI driver, it is that of a node without the driver. */
export function unsupportedVolume(kind = 'such', driver?: string): string {
  if (driver === undefined) return `${kind} volumes are not supported by this node`;
  return `kubernetes.io/csi: driver name ${driver} not found in the list of registered CSI drivers`;
}
