import { getMessage } from '@kubewright/runtime/internal/base';

import { binaryNames, hasBinaries } from './binary.ts';
import { findGo } from './build.ts';
import { getWantedVersion } from './find-binaries.ts';
import { binariesDirectory, type Host, readPins, thisHost } from './pins.ts';
import { listReleases, officialOrigins } from './releases.ts';

/** Where `startControlPlane` takes its executables from. */
export interface BinariesReport {
  /** The name and version: `Kubernetes 1.36.4`. */
  readonly title: string;
  /**
   * The first source that applies: a folder that the user has set, the cache, a download, a build with Go. `none`:
   * this machine can neither download nor build them.
   */
  readonly source: 'KUBEBUILDER_ASSETS' | 'cache' | 'download' | 'build' | 'none';
  /** The folder with the executables, or in which they will be installed; for `none`, the reason. */
  readonly detail: string;
}

/** Whether the executables of a control plane are on this machine, or can be. Installs nothing, and sends nothing. */
export async function inspectBinaries(host: Host = thisHost): Promise<BinariesReport> {
  const pins = await readPins(undefined, getWantedVersion(host));
  const title = `Kubernetes ${pins.kubernetes}`;
  const assets = host.env['KUBEBUILDER_ASSETS'];
  if (assets) return { title, source: 'KUBEBUILDER_ASSETS', detail: assets };
  const directory = binariesDirectory(pins, host);
  if (await hasBinaries(directory, binaryNames)) return { title, source: 'cache', detail: directory };
  const unavailable = findReleaseProblem(() => listReleases(pins, host, officialOrigins));
  const mayDownload = host.env['KUBEWRIGHT_BINARIES'] !== 'build';
  if (mayDownload && unavailable === undefined) return { title, source: 'download', detail: directory };
  const go = await findGo(pins.go, host.env);
  if (go.found) return { title, source: 'build', detail: directory };
  return { title, source: 'none', detail: `${unavailable ?? 'KUBEWRIGHT_BINARIES=build'}; ${go.why}` };
}

function findReleaseProblem(list: () => unknown): string | undefined {
  try {
    list();
    return undefined;
  } catch (error) {
    return getMessage(error);
  }
}
