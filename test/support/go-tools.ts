import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { isExecutable } from '../../operator/testing/src/control-plane/binaries/binary.ts';
import { cacheRoot, thisHost } from '../../operator/testing/src/control-plane/binaries/cache-directory.ts';
import { acquireLock } from '../../operator/testing/src/control-plane/binaries/lock.ts';

const run = promisify(execFile);

/** The tools of a Go module. */
export interface GoTools<TTool extends string> {
  /** The folder below `test` with `go.mod` and `go.sum`. */
  readonly pinnedIn: string;
  /** Build tags. @default - none */
  readonly tags?: readonly string[];
  /** Flags of the linker, beside those that leave out debug information. @default - none */
  readonly linkerFlags?: readonly string[];
  /** Names of their programs. */
  readonly tools: readonly TTool[];
}

/** The output and the exit code of a program. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/**
 * The paths of the tools, by name. They are built with Go once per machine, in minutes without a warm cache, and kept beside
 * the binaries of the control plane.
 */
export async function installTools<TTool extends string>(of: GoTools<TTool>): Promise<Readonly<Record<TTool, string>>> {
  const module = path.join(import.meta.dirname, '..', of.pinnedIn);
  const pinned = await Promise.all(['go.mod', 'go.sum'].map((file) => readFile(path.join(module, file))));
  const hash = createHash('sha256').update(Buffer.concat(pinned)).digest('hex').slice(0, 12);
  const { platform, arch } = thisHost;
  const directory = path.join(cacheRoot(thisHost), path.basename(of.pinnedIn), `${platform}-${arch}-${hash}`);
  const paths = Object.fromEntries(of.tools.map((tool) => [tool, path.join(directory, tool)])) as Record<TTool, string>;
  await mkdir(path.dirname(directory), { recursive: true });
  await using _lock = await acquireLock(`${directory}.lock`);
  const found = await Promise.all(Object.values<string>(paths).map(isExecutable));
  if (!found.every(Boolean)) await build(directory, { module, ...of });
  return paths;
}

interface Build extends GoTools<string> {
  readonly module: string;
}

/** Builds into a temporary folder and renames it, so that `directory` never has an incomplete build. */
async function build(directory: string, { module, pinnedIn, tags = [], linkerFlags = [] }: Build): Promise<void> {
  process.stderr.write(`building ${pinnedIn} (once; takes minutes without a warm Go build cache)…\n`);
  const work = await mkdtemp(`${directory}.new-`);
  try {
    const ldflags = ['-s', '-w', ...linkerFlags].join(' ');
    const args = ['build', '-trimpath', '-tags', tags.join(','), '-ldflags', ldflags, '-o', `${work}/`, 'tool'];
    await run('go', args, { cwd: module, env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' } });
    await rename(work, directory);
  } catch (cause) {
    throw new Error(`failed to build ${pinnedIn}: install Go 1.26 or newer, with access to a Go module proxy`, {
      cause,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Runs a program. Throws if it cannot be started. */
export function ask(command: string, args: readonly string[], input = ''): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, text: stdout + stderr });
      else reject(new Error(`failed to run ${command}`, { cause: error }));
    });
    child.stdin?.end(input);
  });
}
