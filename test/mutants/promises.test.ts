import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { textOf } from '../repo/files.ts';
import { root } from '../repo/run.ts';
import { mutants } from './mutants.ts';
import { countsIn, promiseTable } from './promise-table.ts';
import { promises } from './promises.ts';

const known = new Set(mutants.map(({ name }) => name));

describe('the promises of CONTRIBUTING.md about the runtime', () => {
  it.each(promises)('name files that exist, and at least two mutants: $name', ({ files, mutants: broken }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(new Set(broken).size).toBeGreaterThanOrEqual(2);
    expect(broken.filter((name) => !known.has(name))).toEqual([]);
  });

  it('have at least forty mutants in the table, and each promise at least two', () => {
    const counts = countsIn(promiseTable(promises, mutants, textOf));
    expect([...counts.keys()]).toEqual(promises.map(({ name }) => name));
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(2);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(40);
  });

  it('share no mutant, and have only mutants of the runtime', () => {
    const named = promises.flatMap((promise) => promise.mutants);
    expect(new Set(named).size).toBe(named.length);
    const outside = mutants.filter(
      ({ name, file }) => named.includes(name) && !file.startsWith('operator/runtime/src/'),
    );
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  it('are listed in CONTRIBUTING.md with their files', async () => {
    const page = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
    for (const { name, files } of promises) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name} `));
      for (const file of files) expect(row, name).toContain(file.replace('operator/runtime/src/', ''));
    }
  });
});

describe('the table of promises', () => {
  const mutant = {
    ...{ name: 'a', promise: 'It holds.', file: 'a.ts', find: '1', replace: '2' },
    test: 'operator/runtime/src/a.test.ts',
  };
  const holds = (): string => "// id: a\nit('holds', f);";

  it('has a row for each mutant of a promise', () => {
    const table = promiseTable([{ name: 'Seen', files: ['a.ts'], mutants: ['a'] }], [mutant], holds);
    expect(table.split('\n')[2]).toBe('| Seen    | `a`    | It holds.            | `a.test.ts`: holds  |');
  });

  it('is read back as the number of mutants of each promise', () => {
    const [one, other] = [
      { name: 'Seen', files: ['a.ts'], mutants: ['a', 'b'] },
      { name: 'Bounded', files: ['b.ts'], mutants: ['c'] },
    ];
    const table = promiseTable(
      [one, other],
      ['a', 'b', 'c'].map((name) => ({ ...mutant, name })),
      holds,
    );
    expect([...countsIn(table)]).toEqual([
      ['Seen', 2],
      ['Bounded', 1],
    ]);
  });

  it('refuses a mutant that does not exist', () => {
    expect(() => promiseTable([{ name: 'Seen', files: ['a.ts'], mutants: ['b'] }], [mutant], holds)).toThrow(
      'no mutant b',
    );
  });
});
