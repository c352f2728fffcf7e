import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../scripts/run.ts';

export interface PackOptions {
  /** Whether npm runs the `prepack` scripts of the packages, which compile them. @default false */
  readonly scripts?: boolean;
}

/** Packs workspace packages, each by its folder, as they would be published. @param into a folder to create */
export async function pack(folders: readonly string[], into: string, options: PackOptions = {}): Promise<void> {
  await mkdir(into, { recursive: true });
  const workspaces = folders.flatMap((each) => ['-w', each]);
  const scripts = options.scripts === true ? [] : ['--ignore-scripts'];
  await promisify(execFile)('npm', ['pack', ...scripts, ...workspaces, '--pack-destination', into], { cwd: root });
}

interface Lockfile {
  readonly packages: Record<string, object>;
}

/**
 * A lockfile with the versions that this repository has pinned, so that each run installs the same versions from npm's
 * cache. npm removes unused entries.
 *
 * @param packageJson the text of the project's `package.json`
 * @param others for packages in another version than the root's: the folder of that version below `node_modules`
 */
export async function buildLockfile(
  packageJson: string,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { packages, ...rest } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const installed = Object.entries(packages).filter(([at]) =>
    /^node_modules\/(?!@kubewright\/|create-kubewright$)/.test(at),
  );
  const nested = Object.entries(packages).filter(([at]) => at.startsWith('operator/node_modules/'));
  const ours = ['cli', 'generate', 'operator', 'runtime', 'testing'].flatMap((name) =>
    nested.map(([at, entry]) => [at.replace('operator', `node_modules/@kubewright/${name}`), entry] as const),
  );
  const renamed = Object.entries(others).map(([name, here]) => {
    const entry = packages[`node_modules/${here}`];
    if (entry === undefined) throw new Error(`package-lock.json lacks ${here}`);
    return [`node_modules/${name}`, entry] as const;
  });
  const project = JSON.parse(packageJson) as object;
  const all = Object.fromEntries([...installed, ...ours, ...renamed]);
  return JSON.stringify({ ...rest, packages: { '': project, ...all } });
}
