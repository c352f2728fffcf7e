import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { isExecutable } from '../../operator/testing/src/control-plane/binaries/binary.ts';
import { cacheRoot, thisHost } from '../../operator/testing/src/control-plane/binaries/cache-directory.ts';
import { acquireLock } from '../../operator/testing/src/control-plane/binaries/lock.ts';

const run = promisify(execFile);
const moduleDirectory = path.join(import.meta.dirname, '../promtool');

/** The output and the exit code of a program. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/**
 * The promtool that `test/promtool` pins, as a function of its arguments and its standard input. It is built with Go
 * once per machine, in about two minutes without a warm cache, and kept beside the binaries of the control plane.
 */
export async function findPromtool(): Promise<(args: readonly string[], input?: string) => Promise<Said>> {
  const command = await installed();
  return (args, input = '') => ask(command, args, input);
}

async function installed(): Promise<string> {
  const pinned = await Promise.all(['go.mod', 'go.sum'].map((file) => readFile(path.join(moduleDirectory, file))));
  const hash = createHash('sha256').update(Buffer.concat(pinned)).digest('hex').slice(0, 12);
  const { platform, arch } = thisHost;
  const directory = path.join(cacheRoot(thisHost), 'promtool', `${platform}-${arch}-${hash}`);
  const command = path.join(directory, 'promtool');
  await mkdir(path.dirname(directory), { recursive: true });
  await using _lock = await acquireLock(`${directory}.lock`);
  if (!(await isExecutable(command))) await build(directory);
  return command;
}

/** Builds into a temporary folder and renames it, so that `directory` never has an incomplete build. */
async function build(directory: string): Promise<void> {
  process.stderr.write('building promtool (once; takes minutes without a warm Go build cache)…\n');
  const work = await mkdtemp(`${directory}.new-`);
  try {
    // Without service discovery, which is half of the program and not needed here.
    const args = ['build', '-trimpath', '-tags', 'remove_all_sd', '-ldflags', '-s -w', '-o', `${work}/`, 'tool'];
    await run('go', args, { cwd: moduleDirectory, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' } });
    await rename(work, directory);
  } catch (cause) {
    throw new Error('failed to build promtool: install Go 1.26 or newer, with access to a Go module proxy', { cause });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function ask(command: string, args: readonly string[], input: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, text: stdout + stderr });
      else reject(new Error(`failed to run ${command}`, { cause: error }));
    });
    child.stdin?.end(input);
  });
}
