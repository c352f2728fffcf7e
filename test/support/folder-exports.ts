import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports the files in the folder of the file `list`, except `list`, in the order of their names. Returns each file's
 * export `name`.
 */
export async function folderExports<T>(list: string, name: string): Promise<readonly T[]> {
  const folder = path.dirname(list);
  const files = readdirSync(folder).filter((file) => file !== path.basename(list));
  const modules = files.sort().map(async (file) => {
    const module = (await import(pathToFileURL(path.join(folder, file)).href)) as Readonly<Record<string, T>>;
    const exported = module[name];
    if (exported === undefined) throw new Error(`${file} in ${folder} exports no ${name}`);
    return exported;
  });
  return Promise.all(modules);
}
