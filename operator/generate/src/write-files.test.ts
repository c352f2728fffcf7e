import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeFiles } from './write-files.ts';

let root = '';
const long = new Date('2020-01-01T00:00:00Z');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'write-files-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

/** A file that was written long ago. */
async function old(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
  await utimes(join(root, path), long, long);
}

const textOf = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

describe('writeFiles', () => {
  it('writes what is missing, with its folders', async () => {
    const files = new Map([
      ['crds/a.yaml', 'a'],
      ['deep/in/b.json', 'b'],
    ]);
    expect(await writeFiles(root, files)).toEqual({ changed: ['crds/a.yaml', 'deep/in/b.json'], deleted: [] });
    expect(await textOf('crds/a.yaml')).toBe('a');
    expect(await textOf('deep/in/b.json')).toBe('b');
  });

  it('replaces what is different', async () => {
    await old('crds/a.yaml', 'before');
    expect(await writeFiles(root, new Map([['crds/a.yaml', 'after']]))).toEqual({
      changed: ['crds/a.yaml'],
      deleted: [],
    });
    expect(await textOf('crds/a.yaml')).toBe('after');
  });

  it('does not write a file that is up to date: its time stays the same', async () => {
    await old('crds/a.yaml', 'same');
    expect(await writeFiles(root, new Map([['crds/a.yaml', 'same']]), ['crds'])).toEqual({ changed: [], deleted: [] });
    expect((await stat(join(root, 'crds/a.yaml'))).mtime).toEqual(long);
  });

  // id: generator-leaves-stale-files
  it('deletes every other file of a folder that it owns, and of the folders in it', async () => {
    await old('crds/stale.yaml', 'x');
    await old('crds/deep/stale.yaml', 'x');
    const { deleted } = await writeFiles(root, new Map([['crds/a.yaml', 'a']]), ['crds']);
    expect([...deleted].sort()).toEqual(['crds/deep/stale.yaml', 'crds/stale.yaml']);
    const left = await readdir(root, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['a.yaml']);
  });

  it('deletes nothing outside of its own folders', async () => {
    await old('declaration.json', '{}');
    await old('src/main.ts', 'x');
    expect((await writeFiles(root, new Map([['crds/a.yaml', 'a']]), ['crds'])).deleted).toEqual([]);
    expect(await textOf('src/main.ts')).toBe('x');
  });

  it('accepts that one of its own folders does not exist', async () => {
    expect(await writeFiles(root, new Map(), ['crds'])).toEqual({ changed: [], deleted: [] });
  });

  it('fails if it cannot read a folder, instead of treating it as empty', async () => {
    await old('crds', 'a file');
    await expect(writeFiles(root, new Map(), ['crds'])).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
