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

test('a path leads out of no root by its dots', () => {
  expect(insideOf('/root', '/../../etc')).toBe('/root/etc');
  expect(insideOf('/root', 'a/../../b')).toBe('/root/b');
});

test.each(['', 'here', 'here/not/yet'])('/%s is inside', async (path) => {
  expect(await staysInside(root, join(root, path))).toBe(true);
});

test('a link to what is inside is inside, and all that lies below it', async () => {
  await symlink('here', join(root, 'link'));
  expect(await staysInside(root, join(root, 'link/not/yet'))).toBe(true);
});

test.each([
  ['a folder outside', '..'],
  ['the root of the machine', '/'],
  ['what does not exist, and would be created outside', '../none'],
  ['itself', 'link'],
])('a link to %s leads out', async (_, target) => {
  await symlink(target, join(root, 'link'));
  for (const path of ['link', 'link/x', 'link/x/y']) {
    // A link to itself is an error of the file system.
    expect(await staysInside(root, join(root, path)).catch(() => false)).toBe(false);
  }
});

// id: path-leads-to-a-folder-beside
test('a link to a folder beside it, whose name begins like its own, leads out', async () => {
  await symlink('../root-beside', join(root, 'link'));
  expect(await staysInside(root, join(root, 'link/x'))).toBe(false);
});
