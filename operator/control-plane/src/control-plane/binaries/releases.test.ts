import { expect, test } from 'vitest';

import { binaryNames } from './binary.ts';
import { checksumIn, officialOrigins, listReleases } from './releases.ts';

const pins = { kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26', hash: 'abc' };

test('every binary has a release file of its pinned version, with a checksum over HTTPS', () => {
  const releases = listReleases(pins, { platform: 'linux', arch: 'arm64' }, officialOrigins);
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
] as const)('Kubernetes does not publish a server for %s on %s', (platform, arch) => {
  expect(() => listReleases(pins, { platform, arch }, officialOrigins)).toThrow(
    `does not publish a server for ${platform} on ${arch}`,
  );
});

const a = 'a'.repeat(64);
const b = 'b'.repeat(64);
const url = 'https://example/checksums';

const listed = { kind: 'sums-file', url, fileName: 'etcd.tar.gz' } as const;
const released = { kind: 'github-release', url, fileName: 'kwok' } as const;
const assets = [
  { name: 'kwok-linux-arm64', digest: `sha256:${b}` },
  { name: 'kwok', digest: `sha256:${a}` },
];

test.each([
  ['a file of its own, with the name after it', `${a.toUpperCase()}  kubectl`, { kind: 'digest-file', url }],
  ['a list, by the exact file name', `${b}  old-etcd.tar.gz\n${a} *etcd.tar.gz\n`, listed],
  ['the description of a release, by the exact asset name', JSON.stringify({ assets }), released],
] as const)('a checksum is read from %s', (_, text, source) => {
  expect(checksumIn(text, source)).toBe(a);
});

test.each([
  ['an HTML page', '<html>not found</html>', { kind: 'digest-file', url }],
  ['nothing', '', { kind: 'digest-file', url }],
  ['another file', `${a}  other`, listed],
  ['an asset without a digest', '{"assets":[{"name":"kwok","digest":null}]}', released],
  ['another algorithm', `{"assets":[{"name":"kwok","digest":"sha512:${a}"}]}`, released],
] as const)('%s is rejected as a checksum', (_, text, source) => {
  expect(() => checksumIn(text, source)).toThrow(`${url} does not contain the SHA-256 of the file`);
});
