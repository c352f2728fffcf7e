import { expect, test } from 'vitest';

import { binaryNames } from './binary.ts';
import { officialOrigins, releasesFor } from './releases.ts';

const pins = { kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26', hash: 'abc' };

test('every binary has a release file of its pinned version, with a checksum over HTTPS', () => {
  const releases = releasesFor(pins, { platform: 'linux', arch: 'arm64' }, officialOrigins);
  expect(releases.map(({ binary }) => binary).sort()).toEqual([...binaryNames].sort());
  expect(releases.flatMap(({ url, checksum }) => [url, checksum.url]).every((url) => url.startsWith('https://'))).toBe(
    true,
  );
  expect(releases.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      'https://dl.k8s.io/v1.36.4/bin/linux/arm64/kube-apiserver',
      'https://github.com/etcd-io/etcd/releases/download/v3.6.14/etcd-v3.6.14-linux-arm64.tar.gz',
      'https://github.com/kubernetes-sigs/kwok/releases/download/v0.8.0/kwok-linux-arm64',
    ]),
  );
});

test.each([
  ['darwin', 'arm64'],
  ['linux', 'ppc64'],
] as const)('there is no Kubernetes server for %s on %s', (platform, arch) => {
  expect(() => releasesFor(pins, { platform, arch }, officialOrigins)).toThrow(`no server for ${platform} on ${arch}`);
});
