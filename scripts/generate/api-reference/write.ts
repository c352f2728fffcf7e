/** Writes the API reference: a page for each entry point of a published package, from the doc comments of its sources. */
import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { textOf } from '../../files.ts';
import { root } from '../../run.ts';
import { entryPoints } from './entry-points.ts';
import { apiPageTexts } from './page.ts';

const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
const texts = apiPageTexts(entryPoints(workspaces, root), root);

for (const page of globSync('{infra,operator}/docs/reference/api-*.md', { cwd: root })) {
  if (!texts.has(page)) await rm(path.join(root, page));
}
for (const [page, text] of texts) {
  await mkdir(path.dirname(path.join(root, page)), { recursive: true });
  await writeFile(path.join(root, page), text);
}
