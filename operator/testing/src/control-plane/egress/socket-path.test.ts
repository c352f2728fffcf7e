import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSocketPath } from './connect-proxy.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'path-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('is in the directory, free of what an earlier owner has left there', async () => {
  const path = join(folder, 'egress.sock');
  await writeFile(path, '');
  await using opened = await openSocketPath(folder);
  expect(opened.path).toBe(path);
  expect(existsSync(path)).toBe(false);
});

test('is in a folder of its own if that of the directory is too long for a socket', async () => {
  const opened = await openSocketPath(join(folder, 'ü'.repeat(50)));
  expect(Buffer.byteLength(opened.path)).toBeLessThan(104);
  expect(existsSync(dirname(opened.path))).toBe(true);
  await opened[Symbol.asyncDispose]();
  expect(existsSync(dirname(opened.path))).toBe(false);
});
