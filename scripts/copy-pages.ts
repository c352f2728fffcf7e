/** Copies the pages for authors into the package of the runtime, so that authors and coding assistants read them offline. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from './run.ts';

const repository = 'https://github.com/kubewright/kubewright/tree/main';
const pages = 'operator/docs';

/** Pages at the same place in `node_modules/@kubewright` as in the repository, seen from `operator/docs`. */
const installedBeside = ['infra/docs/', 'infra/README.md', 'cli/README.md'];

/** Pure: the text of a page with links that work in the package. @param page its path in the repository */
export function linkForPackage(text: string, page: string): string {
  return text.replace(/\]\((?!https?:)([\w./-]+)/g, (link, target: string) => {
    const at = path.posix.join(path.posix.dirname(page), target);
    const stays = [`${pages}/`, ...installedBeside].some((each) => at.startsWith(each));
    return stays ? link : `](${repository}/${at}`;
  });
}

/** Writes `operator/runtime/docs`. */
export async function copyPages(): Promise<void> {
  const copies = path.join(root, 'operator/runtime/docs');
  await rm(copies, { recursive: true, force: true });
  await cp(path.join(root, pages), copies, { recursive: true });
  const files = await readdir(copies, { recursive: true });
  await Promise.all(
    files
      .filter((file) => file.endsWith('.md'))
      .map(async (file) => {
        const copy = path.join(copies, file);
        await writeFile(copy, linkForPackage(await readFile(copy, 'utf8'), `${pages}/${file}`));
      }),
  );
}

if (process.argv[1] === import.meta.filename) await copyPages();
