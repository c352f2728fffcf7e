import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { ConfigError, expand } from '../environment/index.ts';
import type { Container, Pod, VolumeMount } from '../../../runtime/kinds/index.ts';
import { replaceContent } from './atomic-folder.ts';
import { volumeFiles, type VolumeFiles, type VolumeInput } from './volume-files.ts';

/** The folders of one Pod. Everything in them is the owner's alone: mode 0700 and 0600. */
export interface PodVolumes {
  /**
   * Brings the content of all volumes up to date; what has not changed is not touched. `pod` is its newest version: the
   * downward API shows labels and annotations as they are now.
   *
   * Throws: `ConfigError`; what could be written is written.
   */
  sync(pod: Pod): Promise<void>;
  /** The folder that stands for `/` of a container. */
  rootOf(container: string): string;
  /**
   * Makes the folder that stands for `/` of a container, with its volumes at their mount paths; the same one at each
   * start. Other paths of a real image are not there.
   */
  mount(container: Container, variables: ReadonlyMap<string, string>): Promise<string>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** The volumes of `pod` under `folder`. Nothing is written until a method is called. */
export function createPodVolumes(folder: string, input: Omit<VolumeInput, 'pod'>): PodVolumes {
  const written = new Map<string, VolumeFiles>();
  const folderOf = (volume: string): string => join(folder, 'volumes', volume);
  const rootOf = (container: string): string => join(folder, 'containers', container);

  return {
    rootOf,
    async sync(pod) {
      for (const volume of pod.spec.volumes ?? []) {
        const files = await volumeFiles(volume, { ...input, pod });
        if (files === undefined) await mkdir(folderOf(volume.name), { recursive: true, mode: 0o700 });
        else if (!same(files, written.get(volume.name))) await replaceContent(folderOf(volume.name), files);
        if (files !== undefined) written.set(volume.name, files);
      }
    },
    async mount(container, variables) {
      const root = rootOf(container.name);
      await rm(root, { recursive: true, force: true });
      await mkdir(join(root, 'tmp'), { recursive: true, mode: 0o700 });
      // Outer paths first: a volume that is mounted inside of another one becomes an entry of it.
      const mounts = [...(container.volumeMounts ?? [])].sort((a, b) => a.mountPath.length - b.mountPath.length);
      for (const mount of mounts) {
        const target = join(folderOf(mount.name), subPathOf(mount, variables));
        if (!written.has(mount.name)) await mkdir(target, { recursive: true, mode: 0o700 });
        await link(target, insideOf(root, mount.mountPath));
      }
      return root;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** `..` in a path leads to `/` of the container at most, as it does in a real one. */
export function insideOf(root: string, path: string): string {
  return resolve(root, `.${resolve('/', path)}`);
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
