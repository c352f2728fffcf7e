import { gunzipSync } from 'node:zlib';

import { unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';

import { type ImageFile, createLayer } from './layer.ts';

const data = Buffer.from('hello\n');
const files: readonly ImageFile[] = [
  { path: '/usr/bin/run', data, mode: 0o755 },
  { path: '/etc/motd', data },
  { path: '/bin', linkTo: 'usr/bin' },
  { path: '/tmp', folder: true, mode: 0o1777 },
];

test('a layer depends only on its files, not on their order', async () => {
  const [one, other] = await Promise.all([createLayer('one', files), createLayer('other', [...files].reverse())]);
  expect(other.blob).toEqual(one.blob);
  expect(other.diffId).toBe(one.diffId);
  const changed = await createLayer('one', [...files, { path: '/etc/hosts', data }]);
  expect(changed.diffId).not.toBe(one.diffId);
});

test('its archive has the parent folders of each file, sorted, owned by root and without times', async () => {
  const { blob } = await createLayer('one', files);
  const entries = await unpackTar(gunzipSync(blob.data));
  expect(entries.map(({ header: { name, mode, type } }) => [name, type, mode])).toEqual([
    ['bin', 'symlink', 0o777],
    ['etc/', 'directory', 0o755],
    ['etc/motd', 'file', 0o644],
    ['tmp/', 'directory', 0o1777],
    ['usr/', 'directory', 0o755],
    ['usr/bin/', 'directory', 0o755],
    ['usr/bin/run', 'file', 0o755],
  ]);
  for (const { header } of entries) {
    expect(header).toMatchObject({ uid: 0, gid: 0, mtime: new Date(0) });
  }
  expect(entries.find(({ header }) => header.name === 'usr/bin/run')?.data).toEqual(new Uint8Array(data));
});

test('its compressed form names neither a time nor a system', async () => {
  const { blob } = await createLayer('one', files);
  expect([...blob.data.subarray(4, 8), blob.data[9]]).toEqual([0, 0, 0, 0, 255]);
});
