import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { homedir } from 'node:os';

import { OperatorError } from '@kubewright/runtime/internal/base';

/**
 * The folder of the Go module that pins every binary. Found from the root of the package, because the bundle has other
 * folders than `src`.
 */
export const moduleDirectory: string = join(dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname), 'pins');

/** The versions that `go.mod` pins, without `v`. */
export interface Pins {
  readonly kubernetes: string;
  readonly etcd: string;
  readonly kwok: string;
  /** The oldest version of Go that builds the module. */
  readonly go: string;
  /** A hash of `go.mod` and `go.sum`, which changes with any direct or indirect module. */
  readonly hash: string;
  /** The folder of a separate `go.mod` for Kubernetes. @default - the one that also pins etcd and kwok */
  readonly kubernetesModule?: string;
}

/**
 * The environment variable with the default of `kubernetesVersion`, for all control planes of a process and its
 * children.
 */
export const versionVariable = 'KUBEWRIGHT_KUBERNETES_VERSION';

/**
 * Reads the pins of a module directory.
 *
 * @param version another version of Kubernetes in the folder `versions`: `1.34`, `1.34.4`
 * Throws: if `go.mod` lacks a pin; for an unknown version, with the known ones.
 */
export async function readPins(directory: string = moduleDirectory, version?: string): Promise<Pins> {
  const pins = parsePins(...(await readModule(directory)));
  if (version === undefined || isVersion(version, pins)) return pins;
  const others = join(directory, 'versions');
  const known = [pins.kubernetes];
  for (const minor of (await readdir(others)).sort()) {
    const kubernetesModule = join(others, minor);
    const [mod, sum] = await readModule(kubernetesModule);
    const kubernetes = getRequired(mod, 'k8s.io/kubernetes');
    if (isVersion(version, { kubernetes }))
      return { ...pins, kubernetes, kubernetesModule, hash: computeHash(mod, sum, pins.hash) };
    known.push(kubernetes);
  }
  throw new OperatorError('CLUSTER_FAILED', `run Kubernetes ${version}`, {
    hint: `use one of ${known.sort().join(', ')}, or set KUBEBUILDER_ASSETS to a folder with another version`,
  });
}

/** Lists the versions of Kubernetes that a control plane can run, such as `1.34`. */
export async function listVersions(directory: string = moduleDirectory): Promise<readonly string[]> {
  const { kubernetes } = await readPins(directory);
  const others = await readdir(join(directory, 'versions'));
  return [...others, toMinor(kubernetes)].sort();
}

async function readModule(directory: string): Promise<[mod: string, sum: string]> {
  const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
  return [await read('go.mod'), await read('go.sum')];
}

/** Whether `version` (`1.34` or `1.34.4`) is the one that these pins contain. */
function isVersion(version: string, { kubernetes }: Pick<Pins, 'kubernetes'>): boolean {
  return version === kubernetes || version === toMinor(kubernetes);
}

function toMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function computeHash(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}

/** Parses the pins in the texts of `go.mod` and `go.sum`. */
export function parsePins(goMod: string, goSum: string): Pins {
  return {
    kubernetes: getRequired(goMod, 'k8s.io/kubernetes'),
    etcd: getRequired(goMod, 'go.etcd.io/etcd/server/v3'),
    kwok: getRequired(goMod, 'sigs.k8s.io/kwok'),
    go: findMatch(/^go (\d+\.\d+)/m, goMod) ?? throwMissing('go'),
    hash: computeHash(goMod, goSum),
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

/** The machine on which the binaries run; a parameter for tests. */
export interface Host {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: NodeJS.ProcessEnv;
}

export const thisHost: Host = { platform: process.platform, arch: process.arch, env: process.env };

/** The cache folder: `KUBEWRIGHT_CACHE`, or `kubewright` in the system's folder for user caches. */
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
