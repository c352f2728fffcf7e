import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from '../repo/files.ts';
import { mutantComplaints } from '../repo/test-ids.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { mutate } from './source.ts';
import { staleness } from './stale.ts';

const files = new Set(await repositoryFiles());
const find = (file: string): string | undefined => (files.has(file) ? textOf(file) : undefined);

const example: Mutant = {
  name: 'example',
  promise: 'none',
  file: 'a.ts',
  find: 'one',
  replace: 'two',
  test: 'a.test.ts',
};

describe('mutate', () => {
  it('replaces the one occurrence with the literal text, without patterns such as $1', () => {
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

  it.each(mutants)('$name applies to its file, compiles, and has a test that runs', (mutant) => {
    const source = textOf(mutant.file);
    const mutated = mutate(source, mutant);
    expect(mutated).not.toBe(source);
    expect(staleness(mutated)).toEqual([]);
    expect(mutantComplaints(mutant, find)).toEqual([]);
  });
});
