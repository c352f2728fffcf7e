import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { isExecutable } from '../../operator/control-plane/src/control-plane/binaries/binary.ts';
import { cacheRoot, thisHost } from '../../operator/control-plane/src/control-plane/binaries/pins.ts';
import { acquireLock } from '../../operator/control-plane/src/control-plane/binaries/install.ts';

export interface GoTools<TTool extends string> {
  /** The folder below `scripts/tools` with `go.mod` and `go.sum`. */
  readonly pinnedIn: string;
  /** Build tags for the Go compiler. @default - none */
  readonly tags?: readonly string[];
  /** Flags of the linker, in addition to those that omit debug information. @default - none */
  readonly linkerFlags?: readonly string[];
  /** The programs to build. */
  readonly tools: readonly TTool[];
}

/** The output and the exit code of a program. */
export interface ProgramResult {
  readonly code: number;
  readonly text: string;
}

/**
 * Returns the paths of the tools, by name. Go builds them once per machine, which takes minutes without a warm cache;
 * they are stored beside the binaries of the control plane.
 */
export async function installTools<TTool extends string>(of: GoTools<TTool>): Promise<Readonly<Record<TTool, string>>> {
  const module = path.join(import.meta.dirname, '../../scripts/tools', of.pinnedIn);
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
async function build(directory: string, of: Build): Promise<void> {
  // One build at a time, because each uses all cores and up to 2 GB.
  await using _turn = await acquireLock(path.join(cacheRoot(thisHost), 'go-build.lock'));
  const work = await mkdtemp(`${directory}.new-`);
  try {
    await compile(work, of);
    await rename(work, directory);
  } catch (cause) {
    throw new Error(`failed to build ${of.pinnedIn}: install Go 1.26 or newer, with access to a Go module proxy`, {
      cause,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const progressMs = 15_000;

/** Compiles the tools. Prints the step, because it takes minutes without a warm cache. */
async function compile(folder: string, { module, pinnedIn, tags = [], linkerFlags = [] }: Build): Promise<void> {
  const say = (text: string): void => void process.stderr.write(`building ${pinnedIn}${text}\n`);
  say(' (once)…');
  const ldflags = ['-s', '-w', ...linkerFlags].join(' ');
  const args = ['build', '-v', '-trimpath', '-tags', tags.join(','), '-ldflags', ldflags, '-o', `${folder}/`, 'tool'];
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const child = spawn('go', args, { cwd: module, env, stdio: ['ignore', 'inherit', 'pipe'] });
  let written = '';
  child.stderr.on('data', (part: Buffer) => (written += part.toString()));
  const listLines = (): string[] => written.split('\n').filter((line) => line !== '');
  const progress = setInterval(() => say(`: ${listLines().length} modules and packages`), progressMs);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0)
      throw new Error(`go build exited with ${code ?? 'a signal'}:\n${listLines().slice(-20).join('\n')}`);
  } finally {
    clearInterval(progress);
  }
}

/** Runs a program. Throws if it cannot be started. */
export function ask(command: string, args: readonly string[], input = ''): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, text: stdout + stderr });
      else reject(new Error(`failed to run ${command}`, { cause: error }));
    });
    child.stdin?.end(input);
  });
}
