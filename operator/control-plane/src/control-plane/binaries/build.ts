import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { OperatorError } from '@kubewright/runtime/internal/base';

import { readLogTail, startProcesses, type Processes } from '../../processes/index.ts';
import type { OnProgress } from '../progress.ts';
import type { Pins } from './pins.ts';

interface BuildOptions {
  readonly pins: Pins;
  /** The folder with the `go.mod` that pins the binaries. */
  readonly moduleDirectory: string;
  readonly bin: string;
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal;
}

interface GoStep {
  readonly name: string;
  readonly args: readonly string[];
  /** Called twice a second with the output lines of go so far. */
  readonly onLines: (lines: readonly string[]) => void;
}

const pollMs = 500;

/**
 * Builds the `tool` lines of the module: about 5 min 30 s and 2 GB of memory from scratch, seconds with a warm Go
 * cache. Go verifies every module by `go.sum`.
 */
export async function buildBinaries(options: BuildOptions): Promise<void> {
  await using processes = await startProcesses({ directory: options.work });
  for (const module of listModules(options)) {
    const packages = await listPackages(processes, { ...options, ...module });
    await compile(processes, { ...options, ...module }, packages);
  }
  await rename(join(options.bin, 'server'), join(options.bin, 'etcd'));
}

interface ToolModule {
  readonly moduleDirectory: string;
  readonly tools: readonly string[];
}

const allTools = ['tool'];

/**
 * Lists the Go modules to build. Another version of Kubernetes needs its own module, because kwok does not build with
 * its dependencies.
 */
function listModules({ pins: { kubernetesModule }, moduleDirectory }: BuildOptions): readonly ToolModule[] {
  if (kubernetesModule === undefined) return [{ moduleDirectory, tools: allTools }];
  return [
    { moduleDirectory: kubernetesModule, tools: allTools },
    { moduleDirectory, tools: ['go.etcd.io/etcd/server/v3', 'sigs.k8s.io/kwok/cmd/kwok'] },
  ];
}

async function listPackages(processes: Processes, options: BuildOptions & ToolModule): Promise<number> {
  const step = 'downloading Go modules';
  options.onProgress({ step });
  const lines = await runGo(processes, options, {
    name: 'list',
    args: ['list', '-deps', ...options.tools],
    onLines: (written) => options.onProgress({ step, done: countDownloads(written), unit: 'modules' }),
  });
  return lines.length - countDownloads(lines);
}

async function compile(processes: Processes, options: BuildOptions & ToolModule, total: number): Promise<void> {
  const { pins, bin, tools, onProgress } = options;
  const step = `building Kubernetes ${pins.kubernetes}, etcd ${pins.etcd} and kwok ${pins.kwok} (once; takes minutes without Go's cache)`;
  onProgress({ step, done: 0, total, unit: 'packages' });
  await runGo(processes, options, {
    name: 'build',
    args: ['build', '-v', '-trimpath', '-ldflags', buildLinkerFlags(pins), '-o', `${bin}/`, ...tools],
    onLines: (lines) => onProgress({ step, done: lines.length - countDownloads(lines), total, unit: 'packages' }),
  });
}

/** Linker flags with the version of Kubernetes: without them the server reports v0.0.0. */
function buildLinkerFlags({ kubernetes }: Pins): string {
  const [major, minor] = kubernetes.split('.');
  const version = { gitVersion: `v${kubernetes}`, gitMajor: major, gitMinor: minor };
  // The first package has the version that servers report, the second that of clients.
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const assignments = packages.flatMap((path) =>
    Object.entries(version).map(([name, value]) => `-X ${path}.${name}=${value ?? ''}`),
  );
  return ['-s', '-w', ...assignments].join(' ');
}

async function runGo(processes: Processes, options: BuildOptions, step: GoStep): Promise<string[]> {
  const logFile = join(options.work, `${step.name}.log`);
  const go = await processes.start({
    name: `go ${step.name}`,
    command: 'go',
    args: step.args,
    cwd: options.moduleDirectory,
    env: buildGoEnvironment(options.env),
    logFile,
  });
  const exited = go.exited.then(() => true);
  const wait = { ref: false, ...(options.signal && { signal: options.signal }) };
  while (!(await Promise.race([exited, sleep(pollMs, false, wait)]))) step.onLines(await readLines(logFile));
  const { code, signal } = await go.exited;
  if (code === 0) return readLines(logFile);
  throw new OperatorError('CLUSTER_FAILED', `run go ${step.name}`, {
    hint: `the command ended with ${signal ?? `exit code ${code ?? ''}`}; the end of its output:\n${await readLogTail(logFile)}`,
  });
}

/** The environment of `go build`, which a `go.work` in a parent folder or C compilers must not affect. */
function buildGoEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(defined), CGO_ENABLED: '0', GOWORK: 'off' };
}

async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
}

function countDownloads(lines: readonly string[]): number {
  return lines.filter((line) => line.startsWith('go: downloading ')).length;
}

const run = promisify(execFile);

type GoToolchain = { readonly found: true; readonly version: string } | { readonly found: false; readonly why: string };

/**
 * Checks that `go` in `PATH` exists and is new enough. Runs it outside of any module, so that it does not download
 * another version.
 */
export async function findGo(least: string, env: NodeJS.ProcessEnv): Promise<GoToolchain> {
  try {
    const { stdout } = await run('go', ['env', 'GOVERSION'], { cwd: '/', env: { ...env, GOTOOLCHAIN: 'local' } });
    const version = stdout.trim().replace(/^go/, '');
    if (isAtLeast(version, least)) return { found: true, version };
    return { found: false, why: `Go ${version} is too old; use ${least} or newer` };
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { found: false, why: missing ? 'go is not in PATH' : `go cannot be run: ${(error as Error).message}` };
  }
}

/** Compares major and minor: `1.26.8` and `1.26rc1` are at least `1.26`. */
export function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [leastMajor = 0, leastMinor = 0] = numbersOf(least);
  return major === leastMajor ? minor >= leastMinor : major > leastMajor;
}

function numbersOf(version: string): number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}
