/** Writes the API reference: one page per entry point of a published package, from the doc comments of its sources. */
import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readRepositoryText } from '../../files.ts';
import { root } from '../../run.ts';
import { listEntryPoints } from './entry-points.ts';
import { renderApiPages } from './page.ts';

const { workspaces } = JSON.parse(readRepositoryText('package.json')) as { workspaces: string[] };
const texts = renderApiPages(listEntryPoints(workspaces, root), root);

for (const page of globSync('{infra,operator}/docs/reference/api-*.md', { cwd: root })) {
  if (!texts.has(page)) await rm(path.join(root, page));
}
for (const [page, text] of texts) {
  await mkdir(path.dirname(path.join(root, page)), { recursive: true });
  await writeFile(path.join(root, page), text);
}
