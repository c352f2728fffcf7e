import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Every executable that a control plane may need, by file name. */
export const binaryNames = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
  'kwok',
] as const;

export type BinaryName = (typeof binaryNames)[number];

/** The path of each executable. Only those that the caller requested are sure to exist. */
export type Binaries = Readonly<Record<BinaryName, string>>;

/** Whether `directory` has all of `names` as executable files. */
export async function hasBinaries(directory: string, names: readonly BinaryName[]): Promise<boolean> {
  return (await findMissing(directory, names)).length === 0;
}

export async function findMissing(directory: string, names: readonly BinaryName[]): Promise<readonly BinaryName[]> {
  const found = await Promise.all(names.map((name) => isExecutable(join(directory, name))));
  return names.filter((_, index) => found[index] === false);
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
