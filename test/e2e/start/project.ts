import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { parseFiles } from '../../../scripts/check/examples.ts';
import { buildLockfile, pack } from '../../support/packed-packages.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

/**
 * Writes the project of a documentation page, and the tarballs of this repository's packages as they are published.
 * Installs nothing.
 */
export async function makeProject(page: string): Promise<UserProject> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'start-'));
  const ofPage = parseFiles(page);
  const files = new Map([...ofPage, ['package-lock.json', await buildLockfile(ofPage.get('package.json') ?? '{}')]]);
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  // Packs what `npm test` has built.
  const operators = [
    'operator/declaration',
    'operator/runtime',
    'operator/control-plane',
    'operator/testing',
    'operator/generate',
  ];
  await pack([...operators, 'imports', 'infra'], path.join(folder, 'packages'));
  return openProject(folder);
}
