import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { hostPath } from './host-path.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'host-path-'));
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'file'), 'kept');
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.each(['', 'DirectoryOrCreate'])('a missing folder is created for the type %j', async (type) => {
  const path = await hostPath(root, { path: '/var/lib/data', type });
  expect(path).toBe(join(root, 'var/lib/data'));
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a missing file is created for the type FileOrCreate, in an existing folder', async () => {
  expect((await stat(await hostPath(root, { path: '/folder/new', type: 'FileOrCreate' }))).size).toBe(0);
  expect((await stat(await hostPath(root, { path: '/file', type: 'FileOrCreate' }))).size).toBe(4);
  await expect(hostPath(root, { path: '/none/new', type: 'FileOrCreate' })).rejects.toThrow('no such file');
});

test.each([
  ['/file', ''],
  ['/file', 'File'],
  ['/folder', 'Directory'],
])('%s is accepted for the type %j', async (path, type) => {
  expect(await hostPath(root, { path, type })).toBe(join(root, path));
});

test('a socket is accepted for the type Socket', async () => {
  const server = createServer().listen(join(root, 'socket'));
  await once(server, 'listening');
  expect(await hostPath(root, { path: '/socket', type: 'Socket' })).toBe(join(root, 'socket'));
  server.close();
  await once(server, 'close');
});

test.each([
  ['/none', 'Directory', 'directory'],
  ['/none', 'File', 'file'],
  ['/file', 'DirectoryOrCreate', 'directory'],
  ['/folder', 'FileOrCreate', 'file'],
  ['/folder', 'Socket', 'socket file'],
  ['/file', 'CharDevice', 'character device'],
  ['/file', 'BlockDevice', 'block device'],
])('%s is an error for the type %s', async (path, type, name) => {
  const message = `hostPath type check failed: ${path} is not a ${name}`;
  await expect(hostPath(root, { path, type })).rejects.toThrow(message);
  expect((await readdir(root)).sort()).toEqual(['file', 'folder']);
});

test("a symbolic link out of the node's folder is an error for every type", async () => {
  const outside = await mkdtemp(join(tmpdir(), 'outside-'));
  await symlink(outside, join(root, 'link'));
  await symlink(join(outside, 'none'), join(root, 'dangling'));
  for (const type of ['', 'DirectoryOrCreate', 'FileOrCreate', 'Directory']) {
    for (const path of ['/link', '/link/x', '/dangling']) {
      const refused = `hostPath ${path} leads out of the folder of the node`;
      await expect(hostPath(root, { path, type })).rejects.toThrow(refused);
    }
  }
  expect(await readdir(outside)).toEqual([]);
  await rm(outside, { recursive: true });
});
