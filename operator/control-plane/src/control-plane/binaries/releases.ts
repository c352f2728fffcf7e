import { OperatorError } from '@kubewright/runtime/internal/base';

import type { BinaryName } from './binary.ts';
import type { Host, Pins } from './pins.ts';

type ChecksumSource =
  /** A file that contains only the checksum. */
  | { readonly kind: 'digest-file'; readonly url: string }
  /** A list of checksums in the format of `sha256sum`. */
  | { readonly kind: 'sums-file'; readonly url: string; readonly fileName: string }
  /** GitHub's API object for the release, with the digest of every asset as GitHub received it. */
  | { readonly kind: 'github-release'; readonly url: string; readonly fileName: string };

export interface Release {
  readonly binary: BinaryName;
  readonly url: string;
  readonly checksum: ChecksumSource;
  /** Path of the executable in the `.tar.gz`; absent if the file is the executable. */
  readonly archiveMember?: string;
}

/** The servers to download from; a parameter for tests. */
export interface Origins {
  readonly kubernetes: string;
  readonly github: string;
  readonly githubApi: string;
}

export const officialOrigins: Origins = {
  kubernetes: 'https://dl.k8s.io',
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
};

const kubernetesBinaries = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubectl',
] as const satisfies readonly BinaryName[];

const goArchitectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Lists the release files for a platform.
 *
 * Throws: for an unsupported platform: Kubernetes publishes its server for Linux only.
 */
export function listReleases(pins: Pins, host: Pick<Host, 'platform' | 'arch'>, origins: Origins): Release[] {
  const arch = goArchitectures[host.arch];
  if (host.platform !== 'linux' || arch === undefined) {
    throw new OperatorError('CLUSTER_FAILED', 'find a release', {
      hint: `Kubernetes does not publish a server for ${host.platform} on ${host.arch}`,
    });
  }
  return [
    ...kubernetesBinaries.map((binary) =>
      buildKubernetesRelease(binary, `${origins.kubernetes}/v${pins.kubernetes}`, arch),
    ),
    buildEtcdRelease(pins.etcd, arch, origins),
    buildKwokRelease(pins.kwok, arch, origins),
  ];
}

function buildKubernetesRelease(binary: BinaryName, base: string, arch: string): Release {
  const url = `${base}/bin/linux/${arch}/${binary}`;
  return { binary, url, checksum: { kind: 'digest-file', url: `${url}.sha256` } };
}

function buildEtcdRelease(version: string, arch: string, { github }: Origins): Release {
  const base = `${github}/etcd-io/etcd/releases/download/v${version}`;
  const folder = `etcd-v${version}-linux-${arch}`;
  const fileName = `${folder}.tar.gz`;
  return {
    binary: 'etcd',
    url: `${base}/${fileName}`,
    checksum: { kind: 'sums-file', url: `${base}/SHA256SUMS`, fileName },
    archiveMember: `${folder}/etcd`,
  };
}

function buildKwokRelease(version: string, arch: string, { github, githubApi }: Origins): Release {
  const repository = 'kubernetes-sigs/kwok';
  const fileName = `kwok-linux-${arch}`;
  return {
    binary: 'kwok',
    url: `${github}/${repository}/releases/download/v${version}/${fileName}`,
    checksum: {
      kind: 'github-release',
      url: `${githubApi}/repos/${repository}/releases/tags/v${version}`,
      fileName,
    },
  };
}

const sha256 = /^[0-9a-f]{64}$/;

/**
 * Finds a file's SHA-256 in a published text, in lower case.
 *
 * Throws: without a checksum for the file, because unverified files are never installed.
 */
export function checksumIn(text: string, source: ChecksumSource): string {
  const checksum = find(text, source)?.toLowerCase();
  if (checksum === undefined || !sha256.test(checksum))
    throw new OperatorError('CLUSTER_FAILED', 'verify a file', {
      hint: `${source.url} does not contain the SHA-256 of the file`,
    });
  return checksum;
}

function find(text: string, source: ChecksumSource): string | undefined {
  switch (source.kind) {
    case 'digest-file':
      return text.trim().split(/\s+/)[0];
    case 'sums-file':
      return lineFor(text, source.fileName);
    case 'github-release':
      return assetDigest(text, source.fileName);
  }
}

function lineFor(text: string, fileName: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+\*?/));
  return lines.find(([, name]) => name === fileName)?.[0];
}

function assetDigest(text: string, fileName: string): string | undefined {
  const release = JSON.parse(text) as { assets?: { name: string; digest?: string | null }[] };
  const digest = release.assets?.find(({ name }) => name === fileName)?.digest;
  return digest?.startsWith('sha256:') ? digest.slice('sha256:'.length) : undefined;
}
