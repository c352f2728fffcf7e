/**
 * Writes the list of the names that live in clusters. Fails if a name of the last list is gone, unless
 * operator/docs/upgrade.md mentions it: an upgrade orphans objects, alerts and selectors that have the old name.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { listRepositoryFiles, readRepositoryText } from '../../files.ts';
import { root } from '../../run.ts';
import { collectNames, findLost } from './collect-names.ts';

const list = 'test/names-in-clusters.txt';
const page = 'operator/docs/upgrade.md';

const before = existsSync(path.join(root, list)) ? readRepositoryText(list).trim().split('\n') : [];
const names = collectNames({ paths: await listRepositoryFiles(), read: readRepositoryText });
const lost = findLost(before, names, readRepositoryText(page));
if (lost.length === 0) {
  await writeFile(path.join(root, list), `${names.join('\n')}\n`);
} else {
  console.log(
    `These names live in clusters. Keep them, or say in ${page} what replaces each, with the name in backticks:`,
  );
  console.log(lost.join('\n'));
  process.exitCode = 1;
}
