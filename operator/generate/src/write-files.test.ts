import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeFiles, formatWritten } from './write-files.ts';

let root = '';
const longAgo = new Date('2020-01-01T00:00:00Z');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'write-files-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

/** Writes a file with an old modification time. */
async function writeOldFile(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
  await utimes(join(root, path), longAgo, longAgo);
}

const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

describe('writeFiles', () => {
  it('creates missing files and their folders', async () => {
    const files = new Map([
      ['crds/a.yaml', 'a'],
      ['deep/in/b.json', 'b'],
    ]);
    expect(await writeFiles(root, files)).toEqual({ changed: ['crds/a.yaml', 'deep/in/b.json'], deleted: [] });
    expect(await readText('crds/a.yaml')).toBe('a');
    expect(await readText('deep/in/b.json')).toBe('b');
  });

  it('overwrites files with another text', async () => {
    await writeOldFile('crds/a.yaml', 'before');
    expect(await writeFiles(root, new Map([['crds/a.yaml', 'after']]))).toEqual({
      changed: ['crds/a.yaml'],
      deleted: [],
    });
    expect(await readText('crds/a.yaml')).toBe('after');
  });

  it('does not write a file that already has its text: the modification time stays the same', async () => {
    await writeOldFile('crds/a.yaml', 'same');
    expect(await writeFiles(root, new Map([['crds/a.yaml', 'same']]), ['crds'])).toEqual({ changed: [], deleted: [] });
    expect((await stat(join(root, 'crds/a.yaml'))).mtime).toEqual(longAgo);
  });

  it('deletes all other files in owned folders and their subfolders', async () => {
    await writeOldFile('crds/stale.yaml', 'x');
    await writeOldFile('crds/deep/stale.yaml', 'x');
    const { deleted } = await writeFiles(root, new Map([['crds/a.yaml', 'a']]), ['crds']);
    expect([...deleted].sort()).toEqual(['crds/deep/stale.yaml', 'crds/stale.yaml']);
    const left = await readdir(root, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['a.yaml']);
  });

  it('deletes no file outside of owned folders', async () => {
    await writeOldFile('declaration.json', '{}');
    await writeOldFile('src/main.ts', 'x');
    expect((await writeFiles(root, new Map([['crds/a.yaml', 'a']]), ['crds'])).deleted).toEqual([]);
    expect(await readText('src/main.ts')).toBe('x');
  });

  it('accepts an owned folder that does not exist', async () => {
    expect(await writeFiles(root, new Map(), ['crds'])).toEqual({ changed: [], deleted: [] });
  });

  it('names a folder that has the name of a file', async () => {
    await mkdir(join(root, 'declaration.json'));
    await expect(writeFiles(root, new Map([['declaration.json', '{}']]))).rejects.toThrow(
      `failed to read ${join(root, 'declaration.json')}: the path is a folder, not a file: move or delete that folder`,
    );
  });

  it('rejects if it cannot read an owned folder', async () => {
    await writeOldFile('crds', 'a file');
    await expect(writeFiles(root, new Map(), ['crds'])).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

describe('the text about written files', () => {
  it('has a line for each written and each deleted file', () => {
    expect(formatWritten({ changed: ['a', 'b'], deleted: ['c'] })).toBe('wrote a\nwrote b\ndeleted c\n');
  });

  it('reports that nothing changed', () => {
    expect(formatWritten({ changed: [], deleted: [] })).toBe('all generated files are up to date\n');
  });
});
