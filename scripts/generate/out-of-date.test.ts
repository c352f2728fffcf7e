import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { findChanged, findOutOfDate, readTexts } from './out-of-date.ts';
import { run } from '../run.ts';

let repository: string;

async function git(...args: string[]): Promise<void> {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { ok, output } = await run({ name: 'git', argv: ['git', ...who, ...args] }, { cwd: repository });
  expect(ok, output).toBe(true);
}

const write = (file: string, text: string): Promise<void> => writeFile(path.join(repository, file), text);

beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'kubewright-out-of-date-'));
  await git('init', '--quiet');
  await mkdir(path.join(repository, 'made'));
  await Promise.all(['made/a.yaml', 'made/b.yaml', 'made/c.yaml', 'other.txt'].map((file) => write(file, 'old')));
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Start');
});

afterEach(async () => {
  await rm(repository, { recursive: true, force: true });
});

describe('findOutOfDate', () => {
  it('is empty if the generated files equal the committed ones', async () => {
    await write('made/a.yaml', 'old');
    expect(await findOutOfDate(['made'], repository)).toEqual([]);
  });

  it('lists changed, deleted and new files below the given paths', async () => {
    await write('made/a.yaml', 'new');
    await rm(path.join(repository, 'made/b.yaml'));
    await write('made/with "quotes".yaml', 'new');
    await write('other.txt', 'new');
    const files = await findOutOfDate(['made'], repository);
    expect(files.sort()).toEqual(['changed: made/a.yaml', 'deleted: made/b.yaml', 'new: made/with "quotes".yaml']);
  });

  it('accepts staged files, so that one commit can contain a change and the files generated from it', async () => {
    await write('made/a.yaml', 'new');
    await write('made/d.yaml', 'new');
    await git('rm', '--quiet', 'made/b.yaml');
    await git('add', '.');
    expect(await findOutOfDate(['made'], repository)).toEqual([]);
  });

  it('fails outside of a git repository instead of returning an empty list', async () => {
    await rm(path.join(repository, '.git'), { recursive: true });
    await expect(findOutOfDate(['made'], repository)).rejects.toThrow('failed to compare with git');
  });
});

describe('partly generated pages', () => {
  it('are out of date if the generator changes them, also if they differ from the committed ones', async () => {
    await write('made/a.yaml', 'edited by hand');
    const before = await readTexts(['made'], repository);
    expect(findChanged(before, await readTexts(['made'], repository))).toEqual([]);
    await write('made/a.yaml', 'edited by hand, generated');
    expect(findChanged(before, await readTexts(['made'], repository))).toEqual(['changed: made/a.yaml']);
  });

  it('are the files directly in a folder, not in its subfolders', async () => {
    await mkdir(path.join(repository, 'made/deeper'));
    await write('made/deeper/d.yaml', 'x');
    expect([...(await readTexts(['made'], repository)).keys()]).toEqual(['made/a.yaml', 'made/b.yaml', 'made/c.yaml']);
  });
});
