import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

/**
 * The folder in a control plane's directory that stands for `/` of its nodes. It contains the paths of `hostPath`
 * volumes and the provisioned volumes.
 */
export function hostFolderOf(directory: string): string {
  return join(directory, 'host');
}

/** The path on this machine for a path of a Node's file system. `..` never leads above the root. */
export function insideOf(root: string, path: string): string {
  return resolve(root, `.${resolve('/', path)}`);
}

/** Whether `path`, which need not exist, is inside of `folder` after all symbolic links are resolved. */
export async function staysInside(folder: string, path: string): Promise<boolean> {
  const [root, target] = await Promise.all([realpath(folder), targetOf(path)]);
  return target !== undefined && (target === root || target.startsWith(root + sep));
}

/**
 * The path after all symbolic links are resolved; `undefined` for a dangling link, through which a file could be
 * created outside.
 */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await exists(path)) return undefined;
    const parent = await targetOf(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
