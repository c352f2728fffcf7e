import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openStateDirectory } from './state-directory.ts';

test('a temporary directory is private, new each time, and removed', async () => {
  const [first, second] = [await openStateDirectory(undefined), await openStateDirectory(undefined)];
  expect(first.path).not.toBe(second.path);
  expect((await stat(first.path)).mode & 0o777).toBe(0o700);
  await Promise.all([first.close(), second.close()]);
  expect(existsSync(first.path)).toBe(false);
});

test('a given directory is never removed', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'kubewright-state-'));
  const directory = await openStateDirectory(join(parent, 'mine'));
  await directory.close();
  expect(existsSync(join(parent, 'mine'))).toBe(true);
  expect(directory.isRetained).toBe(true);
  await rm(parent, { recursive: true });
});
