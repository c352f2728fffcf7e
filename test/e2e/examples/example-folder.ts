import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root, run } from '../../../scripts/run.ts';

/** The output of Node, and whether it exited with 0. */
export interface NodeResult {
  readonly ok: boolean;
  readonly output: string;
}

/** A folder outside of the repository, with this repository's packages as they were last built. */
export interface ExampleFolder extends AsyncDisposable {
  readonly path: string;
  write(file: string, text: string): Promise<void>;
  /** Links a folder of this repository at the same path in this folder. */
  link(path: string): Promise<void>;
  /** Runs Node in this folder, without the variables that npm, Node and Vitest set for this process. */
  node(...args: readonly string[]): Promise<NodeResult>;
}

export async function makeExampleFolder(): Promise<ExampleFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'example-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  await write('package.json', JSON.stringify({ name: 'example', version: '1.0.0', type: 'module' }));
  const env = Object.entries(process.env).filter(([name]) => !/^(NODE_|VITEST|npm_)/.test(name));
  return {
    path: folder,
    write,
    async link(name) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await symlink(path.join(root, name), path.join(folder, name));
    },
    node: (...args) =>
      run({ name: 'node', argv: [process.execPath, ...args] }, { cwd: folder, env: Object.fromEntries(env) }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
