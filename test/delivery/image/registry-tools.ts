import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { isExecutable } from '../../../operator/testing/src/control-plane/binaries/binary.ts';
import { cacheRoot, thisHost } from '../../../operator/testing/src/control-plane/binaries/cache-directory.ts';
import { acquireLock } from '../../../operator/testing/src/control-plane/binaries/lock.ts';

const run = promisify(execFile);
const moduleDirectory = path.join(import.meta.dirname, '../registry');

/** The CNCF's registry, and a client of another project. */
export interface RegistryTools {
  readonly registry: string;
  readonly crane: string;
}

/**
 * The tools that `test/delivery/registry` pins. They are built with Go once per machine, in about four minutes without a
 * warm cache, and kept beside the binaries of the control plane.
 */
export async function findRegistryTools(): Promise<RegistryTools> {
  const pinned = await Promise.all(['go.mod', 'go.sum'].map((file) => readFile(path.join(moduleDirectory, file))));
  const hash = createHash('sha256').update(Buffer.concat(pinned)).digest('hex').slice(0, 12);
  const { platform, arch } = thisHost;
  const directory = path.join(cacheRoot(thisHost), 'registry', `${platform}-${arch}-${hash}`);
  await mkdir(path.dirname(directory), { recursive: true });
  await using _lock = await acquireLock(`${directory}.lock`);
  const tools = { registry: path.join(directory, 'registry'), crane: path.join(directory, 'crane') };
  if (!(await isExecutable(tools.registry))) await build(directory);
  return tools;
}

/** Builds into a temporary folder and renames it, so that `directory` never has an incomplete build. */
async function build(directory: string): Promise<void> {
  process.stderr.write('building a registry (once; takes minutes without a warm Go build cache)…\n');
  const work = await mkdtemp(`${directory}.new-`);
  try {
    const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', `${work}/`, 'tool'];
    await run('go', args, { cwd: moduleDirectory, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' } });
    await rename(work, directory);
  } catch (cause) {
    throw new Error('failed to build a registry: install Go 1.26 or newer, with access to a Go module proxy', {
      cause,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
