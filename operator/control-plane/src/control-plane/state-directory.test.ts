import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openStateDirectory } from './state-directory.ts';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

test('a temporary directory is private, new each time, and removed', async () => {
  const [first, second] = [await openStateDirectory(undefined, false), await openStateDirectory(undefined, false)];
  expect(first.path).not.toBe(second.path);
  expect((await stat(first.path)).mode & 0o777).toBe(0o700);
  await Promise.all([first.close(), second.close()]);
  expect(await exists(first.path)).toBe(false);
});

test('a temporary directory stays with the option keep', async () => {
  const directory = await openStateDirectory(undefined, true);
  await directory.close();
  expect(await exists(directory.path)).toBe(true);
  await rm(directory.path, { recursive: true });
});

test('a given directory is never removed', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'kubewright-state-'));
  const directory = await openStateDirectory(join(parent, 'mine'), false);
  await directory.close();
  expect(await exists(join(parent, 'mine'))).toBe(true);
  expect(directory.isRetained).toBe(true);
  await rm(parent, { recursive: true });
});
