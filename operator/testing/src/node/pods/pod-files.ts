import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod } from '@kubewright/runtime/kinds';

/** The paths of a Pod's files. */
export interface PodFiles {
  /** Its volumes, and the folders that stand for `/` of its containers; removed with the Pod. */
  readonly folder: string;
  /** The output of its containers, one file each; not removed. */
  readonly logs: string;
}

export function podFilesOf({ metadata: { namespace, name, uid } }: Pod, directory: string): PodFiles {
  return {
    folder: join(directory, 'pods', uid),
    logs: join(directory, 'pod-logs', `${namespace ?? ''}_${name}_${uid}`),
  };
}

export function logFileOf({ logs }: PodFiles, container: string): string {
  return join(logs, `${container}.log`);
}

/** Prefix of the annotation with the path of a container's log; the container's name follows. */
export const logAnnotation = 'log.node.kubewright.dev/';

export function logAnnotationsOf({ spec }: Pod, files: PodFiles): Record<string, string> {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return Object.fromEntries(containers.map(({ name }) => [logAnnotation + name, logFileOf(files, name)]));
}

export async function makeFolders({ folder, logs }: PodFiles): Promise<void> {
  for (const path of [folder, logs]) await mkdir(path, { recursive: true, mode: 0o700 });
}
