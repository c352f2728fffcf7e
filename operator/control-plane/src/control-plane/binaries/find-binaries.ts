import { join } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { silent, type OnProgress } from '../progress.ts';
import { binaryNames, hasBinaries, isExecutable, type Binaries, type BinaryName } from './binary.ts';
import { buildBinaries, findGo } from './build.ts';
import {
  binariesDirectory,
  cacheRoot,
  thisHost,
  type Host,
  moduleDirectory as ownModule,
  readPins,
  type Pins,
  versionVariable,
} from './pins.ts';
import { downloadBinaries } from './download.ts';
import { installOnce } from './install.ts';
import { officialOrigins, listReleases, type Origins } from './releases.ts';

export interface FindBinariesOptions {
  /** The required executables. @default - all six */
  readonly needed?: readonly BinaryName[];
  readonly onProgress?: OnProgress;
  /** Stops a running build or download when it aborts. @default - never */
  readonly signal?: AbortSignal;
  /** The folder with the `go.mod` and `go.sum` that pin the binaries. @default - the folder of this package */
  readonly moduleDirectory?: string;
  /**
   * The version of Kubernetes: `1.34`, `1.34.4`. @default - that of KUBEWRIGHT_KUBERNETES_VERSION, or else the pinned
   * one
   */
  readonly version?: string | undefined;
  /** The machine to run on. @default - this one, with its environment */
  readonly host?: Host;
  /** The servers to download from. @default - the official ones */
  readonly origins?: Origins;
}

interface BinarySearch extends Required<Omit<FindBinariesOptions, 'signal' | 'version'>> {
  readonly pins: Pins;
  readonly version: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Finds the executables of the control plane in the first source that has them:
 *
 * 1. `KUBEBUILDER_ASSETS` (envtest's convention), unchanged; the next sources provide missing ones
 * 2. the cache: `KUBEWRIGHT_CACHE`, default the user's cache folder
 * 3. a download from the official releases
 * 4. a build from the pinned Go module, if a Go toolchain is new enough: minutes instead of seconds.
 *    `KUBEWRIGHT_BINARIES=build` skips 3: then the committed `go.sum` verifies each module
 *
 * 3 and 4 fill the cache, once for all concurrent processes.
 * Throws: if all of them fail; the message has each reason.
 */
export async function findBinaries(options: FindBinariesOptions = {}): Promise<Binaries> {
  const search = await complete(options);
  const assets = await findInAssets(search.host.env['KUBEBUILDER_ASSETS']);
  if (search.version !== undefined) checkAssets(assets, search.version);
  const directory = binariesDirectory(search.pins, search.host);
  const rest = search.needed.filter((name) => assets[name] === undefined);
  if (!(await hasBinaries(directory, rest))) await install(directory, search);
  return { ...buildPaths(directory), ...assets };
}

async function complete(options: FindBinariesOptions): Promise<BinarySearch> {
  const moduleDirectory = options.moduleDirectory ?? ownModule;
  const defaults = { needed: binaryNames, onProgress: silent, host: thisHost, origins: officialOrigins };
  const version = options.version ?? getWantedVersion(options.host ?? thisHost);
  return { ...defaults, ...options, moduleDirectory, version, pins: await readPins(moduleDirectory, version) };
}

/** The version of Kubernetes that the environment requests; `undefined` if it requests none. */
export function getWantedVersion({ env }: Host = thisHost): string | undefined {
  return env[versionVariable] || undefined;
}

function checkAssets(assets: Partial<Binaries>, version: string): void {
  if (assets['kube-apiserver'] === undefined) return;
  throw new OperatorError('CLUSTER_FAILED', `run Kubernetes ${version}`, {
    hint: 'KUBEBUILDER_ASSETS has a kube-apiserver, which would run instead; unset it, or do not name a version',
  });
}

/**
 * Finds executables in the folder KUBEBUILDER_ASSETS. envtest puts etcd, kube-apiserver and kubectl there; if the user
 * has added others, they are used as well.
 */
async function findInAssets(directory: string | undefined): Promise<Partial<Binaries>> {
  if (!directory) return {};
  const found = await Promise.all(binaryNames.map(async (name) => [name, await isExecutable(join(directory, name))]));
  const names = found.filter(([, executable]) => executable).map(([name]) => name as BinaryName);
  if (names.length > 0) return Object.fromEntries(names.map((name) => [name, join(directory, name)]));
  throw new OperatorError('CLUSTER_FAILED', `use KUBEBUILDER_ASSETS=${directory}`, {
    hint: 'the folder does not contain etcd, kube-apiserver or kubectl; correct or unset KUBEBUILDER_ASSETS',
  });
}

function buildPaths(directory: string): Binaries {
  return Object.fromEntries(binaryNames.map((name) => [name, join(directory, name)])) as Record<BinaryName, string>;
}

async function install(directory: string, search: BinarySearch): Promise<void> {
  const { onProgress, signal } = search;
  const abort = signal ? { signal } : {};
  await installOnce(directory, { produce: (folders) => produce({ ...search, ...folders }), onProgress, ...abort });
}

async function produce(search: BinarySearch & { bin: string; work: string }): Promise<void> {
  const tries: [string, (search: BinarySearch & { bin: string; work: string }) => Promise<void>][] = [
    ['downloading them', download],
    ['building them', build],
  ];
  const failures: string[] = [];
  for (const [what, attempt] of tries) {
    try {
      await attempt(search);
      return;
    } catch (error) {
      search.signal?.throwIfAborted();
      failures.push(`- ${what}: ${error instanceof Error ? describe(error) : String(error)}`);
    }
  }
  throw buildUnavailableError(search, failures);
}

async function build(search: BinarySearch & { bin: string; work: string }): Promise<void> {
  const go = await findGo(search.pins.go, search.host.env);
  if (!go.found) throw new OperatorError('CLUSTER_FAILED', 'find Go', { hint: go.why });
  await buildBinaries({ ...search, env: search.host.env });
}

async function download(search: BinarySearch & { bin: string; work: string }): Promise<void> {
  if (search.host.env['KUBEWRIGHT_BINARIES'] === 'build') {
    throw new OperatorError('CLUSTER_FAILED', 'download', {
      hint: 'KUBEWRIGHT_BINARIES=build does not allow downloads',
    });
  }
  await downloadBinaries({ ...search, releases: listReleases(search.pins, search.host, search.origins) });
}

/** Describes an error. For a refused connection only the cause names the host. */
function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

function buildUnavailableError({ pins, host }: BinarySearch, failures: readonly string[]): OperatorError {
  const hint = [
    'tried:',
    ...failures,
    'Do one of these:',
    '- allow access to dl.k8s.io, github.com and api.github.com',
    `- install Go ${pins.go} or newer, with access to a Go module proxy`,
    '- set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl and kwok',
    `- copy a filled cache from another machine to ${cacheRoot(host)} (KUBEWRIGHT_CACHE)`,
  ].join('\n');
  return new OperatorError('CLUSTER_FAILED', `get the binaries of the control plane (Kubernetes ${pins.kubernetes})`, {
    hint,
  });
}
