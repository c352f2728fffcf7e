import { mkdir, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ConfigError, expand } from '../environment/index.ts';
import type { Container, Pod, Volume, VolumeMount } from '@kubewright/runtime/kinds';
import { insideOf, isMissing, staysInside } from '../../storage/index.ts';
import { replaceContent } from './atomic-folder.ts';
import { lastingFolder, type LastingInput } from './lasting-folder.ts';
import { MountError } from './mount-error.ts';
import { volumeFiles, type VolumeFiles, type VolumeInput } from './volume-files.ts';

/** The folders of one Pod. Only their owner can access them: mode 0700 and 0600. */
export interface PodVolumes {
  /**
   * Syncs the content of all volumes; unchanged files are not written. `pod` is the newest version: the downward API
   * shows its current labels and annotations. The folder of a volume that outlives the Pod is determined once.
   *
   * Returns the errors of the volumes that cannot be mounted; all others are mounted. Throws: when a source cannot be
   * read, for example because the API server does not respond.
   */
  sync(pod: Pod): Promise<readonly MountError[]>;
  /** The folder that stands for `/` of a container. */
  rootOf(container: string): string;
  /**
   * Creates the folder that stands for `/` of a container, with its volumes at their mount paths. It is the same folder
   * at each start. It does not contain the files of the image.
   *
   * Throws: `ConfigError` for a mount that would lead out of its volume, or change a volume that outlives the Pod.
   */
  mount(container: Container, variables: ReadonlyMap<string, string>): Promise<string>;
  /** Removes all folders, except volumes that outlive the Pod. */
  remove(): Promise<void>;
}

/** The sources and folders of a Pod's volumes. */
export type PodVolumesInput = Omit<VolumeInput & LastingInput, 'pod'>;

/**
 * Creates the volumes of a Pod under `folder`. Writes no file before a method is called. Volumes that outlive the Pod
 * are linked.
 */
export function createPodVolumes(folder: string, input: PodVolumesInput): PodVolumes {
  const written = new Map<string, VolumeFiles>();
  const lasting = new Map<string, string>();
  const folderOf = (volume: string): string => lasting.get(volume) ?? join(folder, 'volumes', volume);
  const rootOf = (container: string): string => join(folder, 'containers', container);

  async function syncOne(volume: Volume, pod: Pod): Promise<void> {
    const { name } = volume;
    if (lasting.has(name)) return;
    const found = await lastingFolder(volume, { ...input, pod });
    if (found !== undefined) {
      lasting.set(name, found);
      return;
    }
    const files = await volumeFiles(volume, { ...input, pod });
    if (files === undefined) await mkdir(folderOf(name), { recursive: true, mode: 0o700 });
    else if (!same(files, written.get(name))) await replaceContent(folderOf(name), files);
    if (files !== undefined) written.set(name, files);
  }

  async function targetOf(mount: VolumeMount, container: string, path: string): Promise<string> {
    const volume = folderOf(mount.name);
    const target = join(volume, path);
    if (path === '' || written.has(mount.name)) return target;
    if (!(await staysInside(volume, target))) {
      throw new ConfigError(`failed to prepare subPath for volumeMount "${mount.name}" of container "${container}"`);
    }
    await createIfMissing(target);
    return target;
  }

  return {
    rootOf,
    async sync(pod) {
      const failures: MountError[] = [];
      for (const volume of pod.spec.volumes ?? []) {
        const failure = await failureOf(volume, syncOne(volume, pod));
        if (failure) failures.push(failure);
      }
      return failures;
    },
    async mount(container, variables) {
      const root = rootOf(container.name);
      await rm(root, { recursive: true, force: true });
      await mkdir(join(root, 'tmp'), { recursive: true, mode: 0o700 });
      const mounts = outerFirst(container);
      refuseInside(lasting, mounts);
      for (const mount of mounts) {
        const target = await targetOf(mount, container.name, subPathOf(mount, variables));
        await link(target, insideOf(root, mount.mountPath));
      }
      return root;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function failureOf(volume: Volume, mounted: Promise<void>): Promise<MountError | undefined> {
  try {
    await mounted;
    return undefined;
  } catch (error) {
    if (error instanceof MountError) return error;
    if (error instanceof ConfigError) return MountError.of(volume.name, error.message);
    throw error;
  }
}

/** The mounts, outer ones first: a volume that is mounted inside of another one is created in it. */
function outerFirst({ volumeMounts = [] }: Container): readonly VolumeMount[] {
  return [...volumeMounts].sort((a, b) => a.mountPath.length - b.mountPath.length);
}

/**
 * Throws for a mount inside of a lasting volume: its link would stay in the volume, where all other Pods would see it
 * instead of the entry at that path.
 */
function refuseInside(lasting: ReadonlyMap<string, unknown>, all: readonly VolumeMount[]): void {
  for (const outer of all.filter(({ name }) => lasting.has(name))) {
    const inner = all.find(({ mountPath }) =>
      insideOf('/', mountPath).startsWith(`${insideOf('/', outer.mountPath)}/`),
    );
    if (inner === undefined) continue;
    throw new ConfigError(
      `volume "${inner.name}" cannot be mounted inside of volume "${outer.name}" at ${inner.mountPath}: this node does so in volumes of the Pod alone`,
    );
  }
}

async function createIfMissing(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(path, { recursive: true, mode: 0o750 });
  }
}

function subPathOf({ subPath, subPathExpr }: VolumeMount, variables: ReadonlyMap<string, string>): string {
  const path = subPathExpr === undefined ? (subPath ?? '') : expand(subPathExpr, variables);
  if (path.split('/').includes('..')) throw new ConfigError(`the sub path ${path} leads out of its volume`);
  return path;
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
}

function same(files: VolumeFiles, before: VolumeFiles | undefined): boolean {
  if (files.size !== before?.size) return false;
  return [...files].every(([path, content]) => before.get(path)?.equals(content) === true);
}
