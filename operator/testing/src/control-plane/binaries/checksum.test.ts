import { expect, test } from 'vitest';

import { checksumIn } from './releases.ts';

const a = 'a'.repeat(64);
const b = 'b'.repeat(64);
const url = 'https://example/checksums';

test('a digest file contains the checksum, with or without a name after it', () => {
  const source = { kind: 'digest-file', url } as const;
  expect(checksumIn(`${a.toUpperCase()}\n`, source)).toBe(a);
  expect(checksumIn(`${a}  kubectl`, source)).toBe(a);
});

test('a list is searched for the exact file name', () => {
  const source = { kind: 'sums-file', url, fileName: 'etcd.tar.gz' } as const;
  expect(checksumIn(`${b}  old-etcd.tar.gz\n${a} *etcd.tar.gz\n`, source)).toBe(a);
});

test('the description of a release is searched for the exact asset name', () => {
  const assets = [
    { name: 'kwok-linux-arm64', digest: `sha256:${b}` },
    { name: 'kwok-linux-amd64', digest: `sha256:${a}` },
  ];
  const source = { kind: 'github-release', url, fileName: 'kwok-linux-amd64' } as const;
  expect(checksumIn(JSON.stringify({ assets }), source)).toBe(a);
});

test.each([
  ['an HTML page', '<html>not found</html>', { kind: 'digest-file', url }],
  ['nothing', '', { kind: 'digest-file', url }],
  ['another file', `${a}  other`, { kind: 'sums-file', url, fileName: 'etcd.tar.gz' }],
  [
    'an asset without a digest',
    '{"assets":[{"name":"kwok","digest":null}]}',
    { kind: 'github-release', url, fileName: 'kwok' },
  ],
  [
    'another algorithm',
    `{"assets":[{"name":"kwok","digest":"sha512:${a}"}]}`,
    { kind: 'github-release', url, fileName: 'kwok' },
  ],
] as const)('%s is refused as a checksum', (_, text, source) => {
  expect(() => checksumIn(text, source)).toThrow(`${url} names no SHA-256`);
});
