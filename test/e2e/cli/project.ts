import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { root, run } from '../../../scripts/run.ts';
import { buildLockfile } from '../../support/packed-packages.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

/** Creates a project with `kubewright init` of this checkout, and installs its packages. */
export async function beginProject(name: string): Promise<UserProject & { readonly printed: string }> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'cli-'));
  const folder = path.join(parent, name);
  const argv: [string, ...string[]] = [
    process.execPath,
    path.join(root, 'cli/dist/main.js'),
    'init',
    name,
    '--from',
    root,
    '--no-install',
  ];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { ok, output } = await run({ name: 'kubewright init', argv }, { cwd: parent, env });
  if (!ok) throw new Error(output);
  const project = await openProject(folder);
  await writeFile(path.join(folder, 'package-lock.json'), await buildLockfile(await project.read('package.json')));
  await project.sh('npm install --prefer-offline --no-audit --ignore-scripts');
  return { ...project, printed: output };
}
