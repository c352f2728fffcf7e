import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../repo/run.ts';
import { hasCase, runsTest } from '../repo/titles.ts';
import type { Mutant, NamedTest } from './mutant.ts';
import { mutants } from './mutants.ts';
import { mutate } from './source.ts';

const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

async function isTest({ file, title, titleIn }: NamedTest, textOf = read): Promise<boolean> {
  return titleIn === undefined ? runsTest(await textOf(file), title) : hasCase(await textOf(titleIn), title);
}

const example: Mutant = {
  name: 'example',
  promise: 'none',
  file: 'a.ts',
  find: 'one',
  replace: 'two',
  test: { file: 'a.test.ts', title: 'counts' },
};

describe('mutate', () => {
  it('replaces the one occurrence, literally', () => {
    expect(mutate('count one up', { ...example, replace: "$& $1 $'" })).toBe("count $& $1 $' up");
  });

  it('refuses a text that is absent', () => {
    expect(() => mutate('count two', example)).toThrow('mutant example: its text is no longer in a.ts');
  });

  it('refuses a text that is not unique', () => {
    expect(() => mutate('one and one', example)).toThrow('mutant example: its text occurs 2 times in a.ts');
  });
});

describe('the mutants', () => {
  it('have unique names', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants)('$name still applies, and its test still exists', async (mutant) => {
    const source = await read(mutant.file);
    expect(mutate(source, mutant)).not.toBe(source);
    expect(await isTest(mutant.test), `${mutant.test.title}: a test that runs`).toBe(true);
  });

  it('cannot name a test that does not run', async () => {
    const [file, title] = ['a.test.ts', 'counts'];
    const says = (text: string) => () => Promise.resolve(text);
    expect(await isTest({ file, title }, says("it('counts', () => {});"))).toBe(true);
    expect(await isTest({ file, title }, says("it.skip('counts', () => {});"))).toBe(false);
    expect(await isTest({ file, title }, says("describe('counts', () => {});"))).toBe(false);
    expect(await isTest({ file, title, titleIn: 'a.ts' }, says("export const cases = [{ title: 'counts' }];"))).toBe(
      true,
    );
    expect(await isTest({ file, title, titleIn: 'a.ts' }, says("const title = 'counts';"))).toBe(false);
  });
});
