import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError } from '../environment/index.ts';
import type { Container, Pod, Volume } from '@kubewright/runtime/kinds';
import { replaceContent } from './atomic-folder.ts';
import { resolveClaimFolder, type ClaimSources } from './claim-folder.ts';
import { MountError, sortOuterFirst, rejectInside, resolveSubPath, resolveTarget } from './mounts.ts';
import type { ContainerFiles, Mount } from './container-files.ts';
import { createLinkedFiles } from './linked-files.ts';
import { createNamespaceFiles } from './mount-namespace.ts';
import { readVolumeFiles, type VolumeFiles, type VolumeInput, type VolumeSources } from './volume-files.ts';

/** The folders of one Pod. Only their owner can access them: mode 0700 and 0600. */
export interface PodVolumes {
  /**
   * Syncs the content of all volumes; does not write unchanged files. `pod` is the newest version: the downward API
   * shows its current labels and annotations. Resolves the folder of a volume that outlives the Pod only once.
   *
   * Returns the errors of the volumes that cannot be mounted; all others are mounted. Throws: if a source cannot be
   * read, for example because the API server does not respond.
   */
  sync(pod: Pod): Promise<readonly MountError[]>;
  /**
   * Creates the files of a container, with its volumes at their mount paths. They are new at each start, and do not
   * contain the files of the image.
   *
   * `programs` are paths of this machine that volumes must not hide.
   *
   * Throws: `ConfigError` for a mount that would lead out of its volume, or change a volume that outlives the Pod.
   */
  mount(
    container: Container,
    variables: ReadonlyMap<string, string>,
    programs?: readonly string[],
  ): Promise<ContainerFiles>;
  /** Removes all folders, except volumes that outlive the Pod. */
  remove(): Promise<void>;
}

export interface PodVolumesInput extends Omit<VolumeInput, 'pod'> {
  readonly sources: VolumeSources & ClaimSources;
  /** Whether the processes of a container get a mount namespace. If not, volumes are linked. */
  readonly hasNamespaces: boolean;
}

/** Creates the volumes of a Pod under `folder`. Writes no file before a method is called. */
export function createPodVolumes(folder: string, input: PodVolumesInput): PodVolumes {
  const written = new Map<string, VolumeFiles>();
  const lasting = new Map<string, string>();
  const getFolder = (volume: string): string => lasting.get(volume) ?? join(folder, 'volumes', volume);

  async function syncOne(volume: Volume, pod: Pod): Promise<void> {
    const { name } = volume;
    if (lasting.has(name)) return;
    const found = await resolveClaimFolder(volume, pod, input.sources);
    if (found !== undefined) {
      lasting.set(name, found);
      return;
    }
    const files = await readVolumeFiles(volume, { ...input, pod });
    if (files === undefined) await mkdir(getFolder(name), { recursive: true, mode: 0o700 });
    else if (!isSame(files, written.get(name))) await replaceContent(getFolder(name), files);
    if (files !== undefined) written.set(name, files);
  }

  return {
    async sync(pod) {
      const failures: MountError[] = [];
      for (const volume of pod.spec.volumes ?? []) {
        const failure = await catchFailure(volume, syncOne(volume, pod));
        if (failure) failures.push(failure);
      }
      return failures;
    },
    async mount(container, variables, programs = []) {
      const root = join(folder, 'containers', container.name);
      await rm(root, { recursive: true, force: true });
      const wanted = sortOuterFirst(container);
      rejectInside(lasting, wanted);
      const mounts: Mount[] = [];
      for (const mount of wanted) {
        const path = resolveSubPath(mount, variables);
        const target = await resolveTarget(getFolder(mount.name), path, written.has(mount.name));
        mounts.push({ path: mount.mountPath, target });
      }
      if (input.hasNamespaces) return createNamespaceFiles(root, mounts, { folder: container.workingDir, programs });
      return createLinkedFiles(root, mounts, variables);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function catchFailure(volume: Volume, mounted: Promise<void>): Promise<MountError | undefined> {
  try {
    await mounted;
    return undefined;
  } catch (error) {
    if (error instanceof MountError) return error;
    if (error instanceof ConfigError) return MountError.of(volume.name, error.message);
    throw error;
  }
}

function isSame(files: VolumeFiles, before: VolumeFiles | undefined): boolean {
  if (files.size !== before?.size) return false;
  return [...files].every(([path, content]) => before.get(path)?.equals(content) === true);
}
