import { dirname } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';

import type { OnProgress } from '../progress.ts';
import type { BinaryName } from './binary.ts';
import { findBinaries, type FindBinariesOptions } from './find-binaries.ts';

interface AssetsOptions extends Pick<FindBinariesOptions, 'host'> {
  readonly kubernetesVersion?: string;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** The executables that envtest expects in the folder KUBEBUILDER_ASSETS. */
const needed = ['etcd', 'kube-apiserver', 'kubectl'] as const satisfies readonly BinaryName[];

/**
 * Returns a folder with the executables for envtest; installs them if necessary. Throws: those of `findBinaries`; if
 * the folder KUBEBUILDER_ASSETS has only some of them.
 */
export async function findAssets({ kubernetesVersion: version, ...options }: AssetsOptions = {}): Promise<string> {
  const binaries = await findBinaries({ needed, version, ...options });
  const folders = new Set(needed.map((name) => dirname(binaries[name])));
  const [folder = ''] = folders;
  if (folders.size === 1) return folder;
  throw new OperatorError('CLUSTER_FAILED', 'find a folder with etcd, kube-apiserver and kubectl', {
    hint: 'the folder in KUBEBUILDER_ASSETS lacks some of these programs: add them, or unset the variable',
  });
}

/** Formats `NAME=value` lines, as `docker --env-file` and `$GITHUB_ENV` read them. */
export function formatEnvironment(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
