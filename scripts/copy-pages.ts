/** Copies the pages for authors into the package of the runtime, so that authors and coding assistants read them offline. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from './run.ts';

const repository = 'https://github.com/kubewright/kubewright/tree/main';
const pages = 'operator/docs';

/**
 * Pages of other packages, whose paths relative to `operator/docs` are the same in the repository and in
 * `node_modules/@kubewright`.
 */
const installedBeside = ['infra/docs/', 'infra/README.md', 'cli/README.md'];

/** Pure: the text of a page with links that work in the package. @param page its path in the repository */
export function linkForPackage(text: string, page: string): string {
  return text.replace(/\]\((?!https?:)([\w./-]+)/g, (link, target: string) => {
    const at = path.posix.join(path.posix.dirname(page), target);
    const stays = [`${pages}/`, ...installedBeside].some((each) => at.startsWith(each));
    return stays ? link : `](${repository}/${at}`;
  });
}

/**
 * Writes `operator/runtime/docs`. Changes only files that differ, because several `npm pack` may run at the same time.
 *
 * @param copies the folder to write
 */
export async function copyPages(copies = path.join(root, 'operator/runtime/docs')): Promise<void> {
  const files = await listFiles(path.join(root, pages));
  await Promise.all(files.map((file) => copyPage(file, path.join(copies, file))));
  const extra = (await listFiles(copies)).filter((file) => !files.includes(file));
  await Promise.all(extra.map((file) => rm(path.join(copies, file), { force: true })));
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

async function copyPage(file: string, copy: string): Promise<void> {
  const source = await readFile(path.join(root, pages, file));
  const wanted = file.endsWith('.md') ? Buffer.from(linkForPackage(source.toString(), `${pages}/${file}`)) : source;
  const present = await readFile(copy).catch(() => undefined);
  if (present?.equals(wanted) === true) return;
  await mkdir(path.dirname(copy), { recursive: true });
  await writeFile(copy, wanted);
}

if (process.argv[1] === import.meta.filename) await copyPages();
