import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { readRepositoryText } from '../../files.ts';
import { root } from '../../run.ts';
import { type Mutant, applyMutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { computeVerdict } from './verdict.ts';

const example: Mutant = {
  ...{ name: 'example', promise: 'none', file: 'a.ts', test: 'a.test.ts' },
  find: 'one',
  replace: 'two',
};

describe('applyMutant', () => {
  it('replaces the one occurrence with the literal text, without patterns such as $1', () => {
    expect(applyMutant('count one up', { ...example, replace: "$& $1 $'" })).toBe("count $& $1 $' up");
  });

  it('rejects a text that is missing or ambiguous', () => {
    expect(() => applyMutant('count two', example)).toThrow('mutant example: its `find` text does not occur in a.ts');
    expect(() => applyMutant('one and one', example)).toThrow('mutant example: its `find` text occurs 2 times in a.ts');
  });
});

describe('the verdict about a mutant', () => {
  const judgeResults = (...assertionResults: readonly { status: string; failureMessages?: string[] }[]) =>
    computeVerdict({ testResults: [{ assertionResults }] });

  it('is killed if a test fails, and survived if all pass', () => {
    expect(judgeResults({ status: 'passed' }, { status: 'failed' })).toBe('killed');
    expect(judgeResults({ status: 'passed' })).toBe('survived');
  });

  it('is broken if no test ran, or if the mutant uses an unknown name', () => {
    expect(computeVerdict(undefined)).toBe('broken');
    expect(judgeResults({ status: 'skipped' })).toBe('broken');
    expect(judgeResults({ status: 'failed', failureMessages: ['ReferenceError: gone is not defined'] })).toBe('broken');
  });
});

describe('the mutants by hand', () => {
  it('are at most 60, with unique names', () => {
    expect(mutants.length).toBeLessThanOrEqual(60);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants)('$name applies to its file, and its test exists', (mutant) => {
    expect(applyMutant(readRepositoryText(mutant.file), mutant)).not.toBe(readRepositoryText(mutant.file));
    expect(existsSync(path.join(root, mutant.test))).toBe(true);
  });
});
