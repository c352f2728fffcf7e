import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The link to the folder with the current content. It has the same name as in a kubelet, because file watchers know it.
 */
const data = '..data';

/**
 * Replaces the content of `folder` with `files` atomically: a reader never gets the certificate of one version with the
 * key of another. Like in a kubelet, each file is a link through `..data`, which a rename replaces.
 *
 * Files get mode 0600, folders 0700.
 */
export async function replaceContent(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await linkTarget(join(folder, data));
  const content = await mkdtemp(join(folder, '..content-'));
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(content, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(content, path), bytes, { mode: 0o600 });
  }
  await symlink(basename(content), join(folder, `${data}_new`));
  await rename(join(folder, `${data}_new`), join(folder, data));
  await linkNames(folder, new Set([...files.keys()].map((path) => path.split('/')[0] ?? path)));
  if (before !== undefined) await rm(join(folder, before), { recursive: true, force: true });
}

async function linkNames(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  const present = new Set((await readdir(folder)).filter((name) => !name.startsWith('..')));
  for (const name of wanted) if (!present.has(name)) await symlink(join(data, name), join(folder, name));
  for (const name of present) if (!wanted.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
