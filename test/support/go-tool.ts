import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { isExecutable } from '../../operator/testing/src/control-plane/binaries/binary.ts';
import { cacheRoot, thisHost } from '../../operator/testing/src/control-plane/binaries/cache-directory.ts';
import { acquireLock } from '../../operator/testing/src/control-plane/binaries/lock.ts';

const run = promisify(execFile);

/** A program that a Go module in a folder below `test` pins, with its checksums. */
export interface GoTool {
  /** Name of the folder, and of the program. */
  readonly name: string;
  /** Arguments of `go build`. @default - none */
  readonly args?: readonly string[];
}

/**
 * The path of the program. It is built with Go once per machine, in some minutes without a warm cache, and kept beside the
 * binaries of the control plane.
 */
export async function builtTool(tool: GoTool): Promise<string> {
  const moduleDirectory = path.join(import.meta.dirname, '..', tool.name);
  const pinned = await Promise.all(['go.mod', 'go.sum'].map((file) => readFile(path.join(moduleDirectory, file))));
  const hash = createHash('sha256').update(Buffer.concat(pinned)).digest('hex').slice(0, 12);
  const { platform, arch } = thisHost;
  const directory = path.join(cacheRoot(thisHost), tool.name, `${platform}-${arch}-${hash}`);
  const command = path.join(directory, tool.name);
  await mkdir(path.dirname(directory), { recursive: true });
  await using _lock = await acquireLock(`${directory}.lock`);
  if (!(await isExecutable(command))) await build(directory, moduleDirectory, tool);
  return command;
}

/** Builds into a temporary folder and renames it, so that `directory` never has an incomplete build. */
async function build(directory: string, cwd: string, { name, args = [] }: GoTool): Promise<void> {
  process.stderr.write(`building ${name} (once; takes minutes without a warm Go build cache)…\n`);
  const work = await mkdtemp(`${directory}.new-`);
  try {
    const all = ['build', '-trimpath', ...args, '-o', `${work}/`, 'tool'];
    await run('go', all, { cwd, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' } });
    await rename(work, directory);
  } catch (cause) {
    throw new Error(`failed to build ${name}: install Go 1.26 or newer, with access to a Go module proxy`, { cause });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
