import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The JavaScript files that the program loads: `main.js`, those of `commands`, and each chunk that one of them names. A bundler
 * that does not empty its folder leaves chunks of earlier builds in it, which are not among them.
 */
export async function bundleFiles(bundle: string, commands: readonly string[] = []): Promise<readonly string[]> {
  const present = new Set((await readdir(bundle)).filter((file) => file.endsWith('.js')));
  const found = new Set(['main', ...commands].map((name) => `${name}.js`).filter((file) => present.has(file)));
  for (const file of found) {
    const text = await readFile(path.join(bundle, file), 'utf8');
    const named = [...text.matchAll(/["'`]\.\/([^"'`/]+\.js)["'`]/g)].map(([, name = '']) => name);
    for (const name of named.filter((each) => present.has(each))) found.add(name);
  }
  return [...found].sort();
}
