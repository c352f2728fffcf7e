import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { getLogSize, readLogTail } from './log-tail.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path), 'all');
let path = '';
beforeAll(async () => {
  path = join(directory, 'log');
  await writeFile(path, Array.from({ length: 10_000 }, (_, i) => `line ${i}\n`).join(''));
});

test('readLogTail returns the last lines of a log', async () => {
  expect(await readLogTail(path, { lines: 2 })).toBe('line 9998\nline 9999');
  expect((await readLogTail(path)).split('\n')).toHaveLength(20);
});

test('readLogTail leaves out the output of an earlier run when given an offset', async () => {
  const from = await getLogSize(path);
  expect(await readLogTail(path, { from })).toBe(`(nothing in ${path})`);
  await appendFile(path, 'fresh\n');
  expect(await readLogTail(path, { from })).toBe('fresh');
});

test('readLogTail returns a sentence when the file is missing', async () => {
  const missing = join(directory, 'missing');
  expect(await readLogTail(missing)).toBe(`(nothing in ${missing})`);
  expect(await getLogSize(missing)).toBe(0);
});
