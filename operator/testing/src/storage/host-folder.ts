import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

/**
 * The folder of a control plane's directory that stands for `/` of its nodes: what a `hostPath` names lies in it, and so
 * do the volumes that are provisioned.
 */
export function hostFolderOf(directory: string): string {
  return join(directory, 'host');
}

/** Where a path of a Node's file system is on this machine; `..` leads to `/` at most. */
export function insideOf(root: string, path: string): string {
  return resolve(root, `.${resolve('/', path)}`);
}

/** Whether a path, which need not exist, stays in `folder` when all symbolic links in it are followed. */
export async function staysInside(folder: string, path: string): Promise<boolean> {
  const [root, target] = await Promise.all([realpath(folder), targetOf(path)]);
  return target !== undefined && (target === root || target.startsWith(root + sep));
}

/** `undefined`: a link that leads nowhere, so that whatever is created through it would be created elsewhere. */
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
