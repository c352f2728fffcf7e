import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes files, with the folders that they need. @param files text by path below `folder` */
export async function writeAll(folder: string, files: Iterable<readonly [file: string, text: string]>): Promise<void> {
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
