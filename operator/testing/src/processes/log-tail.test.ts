import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { logSize, logTail } from './log-tail.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path), 'all');
let path = '';
beforeAll(async () => {
  path = join(directory, 'log');
  await writeFile(path, Array.from({ length: 10_000 }, (_, i) => `line ${i}\n`).join(''));
});

test('logTail returns the last lines of a log', async () => {
  expect(await logTail(path, { lines: 2 })).toBe('line 9998\nline 9999');
  expect((await logTail(path)).split('\n')).toHaveLength(20);
});

test('logTail leaves out the output of an earlier run when given an offset', async () => {
  const from = await logSize(path);
  expect(await logTail(path, { from })).toBe(`(nothing in ${path})`);
  await appendFile(path, 'fresh\n');
  expect(await logTail(path, { from })).toBe('fresh');
});

test('logTail returns a sentence when the file is missing', async () => {
  const missing = join(directory, 'missing');
  expect(await logTail(missing)).toBe(`(nothing in ${missing})`);
  expect(await logSize(missing)).toBe(0);
});
