import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Files of a Go module, in the version that `go.mod` and `go.sum` in a folder below `scripts/tools` pin. */
export interface ModuleFiles {
  /** The folder below `scripts/tools` with `go.mod` and `go.sum`. */
  readonly pinnedIn: string;
  readonly module: string;
  /** The paths of the files, relative to the module's root. */
  readonly files: readonly string[];
}

export async function readModuleFiles({ files, ...module }: ModuleFiles): Promise<readonly string[]> {
  const directory = await findModule(module);
  return Promise.all(files.map((file) => readFile(path.join(directory, file), 'utf8')));
}

/** Returns the folder of a module, and downloads the module if it is missing. */
export async function findModule({ pinnedIn, module }: Omit<ModuleFiles, 'files'>): Promise<string> {
  const cwd = path.join(import.meta.dirname, '../../scripts/tools', pinnedIn);
  const env = { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly' };
  const { stdout } = await run('go', ['mod', 'download', '-json', module], { cwd, env });
  return (JSON.parse(stdout) as { readonly Dir: string }).Dir;
}
