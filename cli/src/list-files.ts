import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Lists the files below a folder, sorted, as relative paths. Follows links to files, but not to folders, which may form
 * a circle. Omits `node_modules`, and broken links, which some editors create as locks.
 */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const { name } = entry;
      if (!entry.isDirectory()) return (await isFile(folder, entry)) ? [name] : [];
      if (name === 'node_modules') return [];
      return (await listFiles(path.join(folder, name))).map((file) => `${name}/${file}`);
    }),
  );
  return files.flat().sort();
}

async function isFile(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  return stat(path.join(folder, entry.name)).then(
    (target) => target.isFile(),
    () => false,
  );
}
