import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { withCopiedPaths } from './copied-paths.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kubewright-root-'));
  mkdirSync(join(root, 'volume'));
  symlinkSync(join(root, 'volume'), join(root, 'mounted'));
  writeFileSync(join(root, 'volume/file'), 'x');
  symlinkSync(join(root, 'volume/file'), join(root, 'one'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  [
    ['tar', 'cf', '-', '/data/x'],
    ['tar', 'cf', '-', '-C', '@', '--', 'data/x'],
  ],
  [
    ['tar', 'cf', '-', '/../../etc/passwd'],
    ['tar', 'cf', '-', '-C', '@', '--', 'etc/passwd'],
  ],
  [
    ['tar', 'cf', '-', '/'],
    ['tar', 'cf', '-', '-C', '@', '--', '.'],
  ],
  [
    ['tar', 'cf', '-', '/mounted'],
    ['tar', 'cf', '-', '-C', '@', '--', 'mounted/.'],
  ],
  [
    ['tar', 'cf', '-', '/one'],
    ['tar', 'chf', '-', '-C', '@', '--', 'one'],
  ],
  [
    ['tar', '-xmf', '-', '-C', '/tmp'],
    ['tar', '-xmf', '-', '-C', '@/tmp'],
  ],
  [
    ['tar', '--no-same-permissions', '--no-same-owner', '-xmf', '-', '-C', '/../x'],
    ['tar', '--no-same-permissions', '--no-same-owner', '-xmf', '-', '-C', '@/x'],
  ],
  [
    ['test', '-d', '/tmp/'],
    ['test', '-d', '@/tmp'],
  ],
  [
    ['sh', '-c', String.raw`tar cf - '/it'\''s here' | tail -c+7`],
    ['sh', '-c', 'from=$1; shift; tar "$@" | tail -c+"$from"', 'sh', '7', 'cf', '-', '-C', '@', '--', "it's here"],
  ],
])("absolute paths of %j become paths below the container's root", async (command, expected) => {
  expect(await withCopiedPaths(command, root)).toEqual(expected.map((word) => word.replace(/^@/, root)));
});

test.each([
  [['tar', 'cf', '-', 'data/x']],
  [['tar', '-xmf', '-']],
  [['tar', '-xmf', '-', '-C', 'here']],
  [['tar', 'tf', '/x.tar']],
  [['test', '-e', '/etc/hosts']],
  [['sh', '-c', 'tar cf - /etc']],
  [['sh', '-c', "tar cf - '/x' | tail -c+1; id"]],
  [['cat', '/etc/hosts']],
  [['sh']],
])('%j is not changed', async (command) => {
  expect(await withCopiedPaths(command, root)).toEqual(command);
});
