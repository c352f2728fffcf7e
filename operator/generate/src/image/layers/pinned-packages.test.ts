import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readPins, writePins } from './pinned-packages.ts';

let folder: string;
const libc6 = { version: '2.36', sha256: 'b'.repeat(64), sha1: 'c'.repeat(40) };

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pins-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('pins of one architecture leave the others unchanged', async () => {
  expect(await readPins(folder)).toEqual({});
  await writePins(folder, { amd64: { libc6 } });
  await writePins(folder, { arm64: { libc6 } });
  expect(await readPins(folder)).toEqual({ amd64: { libc6 }, arm64: { libc6 } });
  expect(await readFile(path.join(folder, 'image-lock.json'), 'utf8')).toMatch(/^\{\n {2}"packages"[^]*\}\n$/);
});

test.each(['{', '{}', 'null', '[]'])('the file %s is rejected, and written again', async (text) => {
  await writeFile(path.join(folder, 'image-lock.json'), text);
  await expect(readPins(folder)).rejects.toThrow(/^failed to read .*image-lock\.json: .*kubewright-image --lock/);
  await writePins(folder, { amd64: { libc6 } });
  expect(await readPins(folder)).toEqual({ amd64: { libc6 } });
});
