import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homedir } from 'node:os';

import { OperatorError } from '@kubewright/runtime/internal/base';

/** The Go module that pins every binary: next to `src` in the repository, next to `dist` in the package. */
export const moduleDirectory: string = fileURLToPath(new URL('../../../control-plane', import.meta.url));

/** Versions without `v`, as pinned by `go.mod`. */
export interface Pins {
  readonly kubernetes: string;
  readonly etcd: string;
  readonly kwok: string;
  /** The oldest Go toolchain that builds the module. */
  readonly go: string;
  /** Hash of `go.mod` and `go.sum`: changes with any direct or indirect module. */
  readonly hash: string;
}

/** Reads the pins of a module directory. Throws: if `go.mod` lacks one of them. */
export async function readPins(directory: string = moduleDirectory): Promise<Pins> {
  const [mod, sum] = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(directory, name), 'utf8')));
  return parsePins(mod ?? '', sum ?? '');
}

/** Parses the pins without reading files. */
export function parsePins(goMod: string, goSum: string): Pins {
  return {
    kubernetes: getRequired(goMod, 'k8s.io/kubernetes'),
    etcd: getRequired(goMod, 'go.etcd.io/etcd/server/v3'),
    kwok: getRequired(goMod, 'sigs.k8s.io/kwok'),
    go: findMatch(/^go (\d+\.\d+)/m, goMod) ?? throwMissing('go'),
    hash: createHash('sha256').update(goMod).update('\0').update(goSum).digest('hex').slice(0, 12),
  };
}

function getRequired(goMod: string, module: string): string {
  const escaped = module.replaceAll('.', '\\.');
  return findMatch(new RegExp(`^\\s*(?:require )?${escaped} v(\\S+)`, 'm'), goMod) ?? throwMissing(module);
}

function findMatch(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1];
}

function throwMissing(what: string): never {
  throw new OperatorError('CLUSTER_FAILED', 'read the pinned versions', { hint: `go.mod does not contain ${what}` });
}

/** The machine for which the cache directory is computed; a parameter for tests. */
export interface Host {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: NodeJS.ProcessEnv;
}

export const thisHost: Host = { platform: process.platform, arch: process.arch, env: process.env };

/** `KUBEWRIGHT_CACHE`, or `kubewright` in the system's folder for user caches. */
export function cacheRoot({ platform, env }: Host): string {
  const home = env['HOME'] ?? homedir();
  if (env['KUBEWRIGHT_CACHE']) return env['KUBEWRIGHT_CACHE'];
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'kubewright');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'kubewright');
}

/** The folder of one set of binaries, by version, platform, and content of `go.mod` and `go.sum`. */
export function binariesDirectory(pins: Pins, host: Host): string {
  return join(cacheRoot(host), 'control-plane', `${pins.kubernetes}-${host.platform}-${host.arch}-${pins.hash}`);
}
