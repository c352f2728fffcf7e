import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError } from '../environment/index.ts';
import type { Container, Pod, Volume } from '@kubewright/runtime/kinds';
import { replaceContent } from './atomic-folder.ts';
import { claimFolder, type ClaimSources } from './claim-folder.ts';
import { MountError } from './mount-error.ts';
import { insideOf, link, outerFirst, refuseInside, subPathOf, targetOf } from './mounts.ts';
import { volumeFiles, type VolumeFiles, type VolumeInput, type VolumeSources } from './volume-files.ts';

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
export interface PodVolumesInput extends Omit<VolumeInput, 'pod'> {
  readonly sources: VolumeSources & ClaimSources;
}

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
    const found = await claimFolder(volume, pod, input.sources);
    if (found !== undefined) {
      lasting.set(name, found);
      return;
    }
    const files = await volumeFiles(volume, { ...input, pod });
    if (files === undefined) await mkdir(folderOf(name), { recursive: true, mode: 0o700 });
    else if (!same(files, written.get(name))) await replaceContent(folderOf(name), files);
    if (files !== undefined) written.set(name, files);
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
        const path = subPathOf(mount, variables);
        const target = await targetOf(folderOf(mount.name), path, written.has(mount.name));
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

function same(files: VolumeFiles, before: VolumeFiles | undefined): boolean {
  if (files.size !== before?.size) return false;
  return [...files].every(([path, content]) => before.get(path)?.equals(content) === true);
}
