import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { insideOf, staysInside } from './host-folder.ts';

let parent: string;
let root: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'host-'));
  root = join(parent, 'root');
  await mkdir(join(root, 'here'), { recursive: true });
  await mkdir(join(parent, 'root-beside'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('.. in a path does not lead out of the root', () => {
  expect(insideOf('/root', '/../../etc')).toBe('/root/etc');
  expect(insideOf('/root', 'a/../../b')).toBe('/root/b');
});

test.each(['', 'here', 'here/not/yet'])('path /%s stays inside the root', async (path) => {
  expect(await staysInside(root, join(root, path))).toBe(true);
});

test('a symbolic link to a path inside stays inside, and so do paths below it', async () => {
  await symlink('here', join(root, 'link'));
  expect(await staysInside(root, join(root, 'link/not/yet'))).toBe(true);
});

test.each([
  ['a folder outside', '..'],
  ['the root of the machine', '/'],
  ['a path outside that does not exist', '../none'],
  ['itself', 'link'],
])('a symbolic link to %s leads out', async (_, target) => {
  await symlink(target, join(root, 'link'));
  for (const path of ['link', 'link/x', 'link/x/y']) {
    // The file system throws for a link to itself.
    expect(await staysInside(root, join(root, path)).catch(() => false)).toBe(false);
  }
});

test('a symbolic link to a sibling folder whose name starts with the name of the root leads out', async () => {
  await symlink('../root-beside', join(root, 'link'));
  expect(await staysInside(root, join(root, 'link/x'))).toBe(false);
});
