import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { openSocketPath } from './connect-proxy.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path));

test('a socket path is in the directory, without leftovers of an earlier owner', async () => {
  const path = join(folder, 'egress.sock');
  await writeFile(path, '');
  await using opened = await openSocketPath(folder);
  expect(opened.path).toBe(path);
  expect(existsSync(path)).toBe(false);
});

test('a socket path is in a separate folder if the path of the directory is too long for a socket', async () => {
  const opened = await openSocketPath(join(folder, 'ü'.repeat(50)));
  expect(Buffer.byteLength(opened.path)).toBeLessThan(104);
  expect(existsSync(dirname(opened.path))).toBe(true);
  await opened[Symbol.asyncDispose]();
  expect(existsSync(dirname(opened.path))).toBe(false);
});
