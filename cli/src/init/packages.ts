import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { CommandError, InterruptedError } from '../report-error.ts';
import { runProgram } from '../run-node.ts';
import type { Packages } from './render-project.ts';

const tools = { '@types/node': '^24.0.0', typescript: '^6.0.0' };

/** Returns the versions for a project that installs our packages from the registry. */
export function fromRegistry(version: string): Packages {
  const ours = `^${version}`;
  return {
    dependencies: { '@kubewright/runtime': ours },
    devDependencies: { '@kubewright/cli': ours, '@kubewright/testing': ours, ...tools },
  };
}

/** Our packages by name, with their folder in a checkout. It includes those that other packages depend on. */
const packed = {
  dependencies: { declaration: 'operator/declaration', runtime: 'operator/runtime' },
  devDependencies: {
    cli: 'cli',
    'control-plane': 'operator/control-plane',
    generate: 'operator/generate',
    imports: 'imports',
    infra: 'infra',
    testing: 'operator/testing',
  },
} as const;

/**
 * Packs our packages from a checkout of this repository into the folder `packages/` of a project.
 * @returns `file:` references to the packed files
 */
export async function packCheckout(checkout: string, project: string): Promise<Packages> {
  const root = path.resolve(checkout);
  if (!existsSync(path.join(root, 'operator/runtime/package.json'))) {
    throw new CommandError(`pack ${root}`, 'the folder is not a checkout of Kubewright: pass one with --from');
  }
  if (!existsSync(path.join(root, 'node_modules'))) {
    throw new CommandError(`pack ${root}`, 'the checkout has no node_modules: run `npm ci` in that folder first');
  }
  const folder = path.join(project, 'packages');
  const created = await mkdir(folder, { recursive: true });
  const folders = [...Object.values(packed.dependencies), ...Object.values(packed.devDependencies)];
  const workspaces = folders.flatMap((each) => ['-w', each]);
  const args = ['pack', ...workspaces, '--pack-destination', folder, '--loglevel=error'];
  const code = await runProgram('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (code !== 0) {
    // Removes the new folder, because the next attempt would otherwise report its files as existing.
    if (created !== undefined) await rm(created, { recursive: true });
    if (code > 128) throw new InterruptedError(`pack ${root}`, 'npm was interrupted; nothing was written');
    throw new CommandError(`pack ${root}`, `npm ended with exit code ${code}; fix the error that npm printed above`);
  }
  const files = await readdir(folder);
  const refer = (names: object): Record<string, string> =>
    Object.fromEntries(
      Object.keys(names).map((name) => [`@kubewright/${name}`, `file:packages/${findPacked(files, name)}`]),
    );
  return {
    dependencies: refer(packed.dependencies),
    devDependencies: { ...refer(packed.devDependencies), ...tools },
  };
}

function findPacked(files: readonly string[], name: string): string {
  const file = files.find((each) => new RegExp(`^kubewright-${name}-\\d.*\\.tgz$`).test(each));
  if (file === undefined)
    throw new CommandError('find the packed packages', `npm pack did not write @kubewright/${name}`);
  return file;
}
