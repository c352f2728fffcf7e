import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { listRepositoryFiles } from '../../files.ts';
import { root } from '../../run.ts';

const workspaces = [
  'operator',
  'operator/declaration',
  'operator/runtime',
  'operator/control-plane',
  'operator/testing',
  'operator/generate',
  'cli',
  'infra',
  'imports',
  'test',
];

/** A copy of the working tree, so that mutants do not change the sources. */
export interface Copy extends AsyncDisposable {
  readonly path: string;
}

/** Copies every file that git tracks or would add, and links installed packages and build output. */
export async function copyRepository(): Promise<Copy> {
  const target = await mkdtemp(path.join(tmpdir(), 'kubewright-mutants-'));
  const copy: Copy = {
    path: target,
    [Symbol.asyncDispose]: () => rm(target, { recursive: true, force: true }),
  };
  try {
    await copyFiles(target);
    await linkPackages(target);
    await linkBuilt(target);
    return copy;
  } catch (error) {
    await copy[Symbol.asyncDispose]();
    throw error;
  }
}

async function copyFiles(target: string): Promise<void> {
  for (const file of await listRepositoryFiles()) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await copyFile(path.join(root, file), path.join(target, file));
  }
}

/** Links packages one by one, so that workspace names resolve to the copy. */
async function linkPackages(target: string): Promise<void> {
  const [from, to] = [path.join(root, 'node_modules'), path.join(target, 'node_modules')];
  await mkdir(path.join(to, '@kubewright'), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== '@kubewright' && name !== '.cache');
  for (const name of names) await symlink(path.join(from, name), path.join(to, name));
  for (const folder of workspaces) {
    await symlink(path.join(target, folder), path.join(to, '@kubewright', path.basename(folder)));
  }
}

async function linkBuilt(target: string): Promise<void> {
  for (const workspace of workspaces) {
    for (const folder of ['node_modules', 'dist']) {
      const built = path.join(root, workspace, folder);
      if (existsSync(built)) await symlink(built, path.join(target, workspace, folder));
    }
  }
}
