import { mkdir, open, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';

import { KubeletError } from '../kubelet-error.ts';
import { insideOf, isMissing, staysInside } from '../../storage/index.ts';

export interface HostPath {
  readonly path: string;
  readonly type?: string;
}

/**
 * The path of a `hostPath` on this machine: a path in `root`, which stands for `/` of the node. If it does not exist,
 * its type decides whether it is created or an error, as in a kubelet; without a type, a folder is created, as by
 * container runtimes.
 *
 * Throws: with a kubelet's message if the type does not match; if symbolic links lead out of `root`.
 * https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
 */
export async function hostPath(root: string, { path, type = '' }: HostPath): Promise<string> {
  const target = insideOf(root, path);
  if (!(await staysInside(root, target)))
    throw new KubeletError(`hostPath ${path} leads out of the folder of the node`);
  const made = makers[type];
  if (made !== undefined && (await statOf(target)) === undefined) await made(target);
  const expected = expectations[type];
  if (expected === undefined) return target;
  const found = await statOf(target);
  if (found === undefined || !expected.holds(found)) {
    throw new KubeletError(`hostPath type check failed: ${path} is not a ${expected.name}`);
  }
  return target;
}

const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o755 });
};
const makers: Readonly<Record<string, (path: string) => Promise<void>>> = {
  '': makeFolder,
  DirectoryOrCreate: makeFolder,
  async FileOrCreate(path) {
    await (await open(path, 'a', 0o644)).close();
  },
};

interface Expectation {
  readonly name: string;
  holds(found: Stats): boolean;
}

const directory: Expectation = { name: 'directory', holds: (found) => found.isDirectory() };
const file: Expectation = { name: 'file', holds: (found) => found.isFile() };
const expectations: Readonly<Record<string, Expectation>> = {
  Directory: directory,
  DirectoryOrCreate: directory,
  File: file,
  FileOrCreate: file,
  Socket: { name: 'socket file', holds: (found) => found.isSocket() },
  CharDevice: { name: 'character device', holds: (found) => found.isCharacterDevice() },
  BlockDevice: { name: 'block device', holds: (found) => found.isBlockDevice() },
};

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
