import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pod } from '@kubewright/runtime/kinds';

export interface PodFiles {
  /** The folder for the volumes of the Pod and the `/` folders of its containers. Removed with the Pod. */
  readonly folder: string;
  /** The folder for the logs of the Pod's containers. It is not removed with the Pod. */
  readonly logs: string;
}

export function getPodFiles({ metadata: { namespace, name, uid } }: Pod, directory: string): PodFiles {
  return {
    folder: join(directory, 'pods', uid),
    logs: join(directory, 'pod-logs', `${namespace}_${name}_${uid}`),
  };
}

export function getLogFile({ logs }: PodFiles, container: string): string {
  return join(logs, `${container}.log`);
}

/** Prefix of the annotations with the paths of container logs; the name of the container follows. */
export const logAnnotation = 'log.node.kubewright.dev/';

export function buildLogAnnotations({ spec }: Pod, files: PodFiles): Record<string, string> {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return Object.fromEntries(containers.map(({ name }) => [logAnnotation + name, getLogFile(files, name)]));
}

export async function makeFolders({ folder, logs }: PodFiles): Promise<void> {
  for (const path of [folder, logs]) await mkdir(path, { recursive: true, mode: 0o700 });
}
