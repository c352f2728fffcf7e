import { describe, expect, it } from 'vitest';

import type { Case } from '../cases/case.ts';
import { cases } from '../cases/cases.ts';
import { caseComplaints, caseIds } from './cases.ts';
import { repositoryFiles, textOf } from './files.ts';

const files = new Set(await repositoryFiles());

const whole: readonly Case[] = caseIds.map((id) => ({ id, states: 'A fact.', files: ['a.test.ts'] }));
const texts: Readonly<Record<string, string>> = {
  'a.test.ts': `// id: ${caseIds.join(', ')}\nit('is any fact', () => {});`,
  'comment.test.ts': "// id: case-1\n// it('is a fact', () => {});",
  'skip.test.ts': "// id: case-1\nit.skip('is a fact', () => {});",
  'todo.test.ts': "// id: case-1\nit.todo('is a fact');",
  'group.test.ts': "// id: case-1\ndescribe('is a fact', () => {});",
  'other.test.ts': "// id: case-11\nit('is a fact', () => {});",
  'title.test.ts': "it('is a fact of case-1', () => {});",
};
const complaintsOf = (list: readonly Case[]) => caseComplaints(list, (file) => texts[file]);
const oneIn = (file: string, id = 'case-1'): readonly Case[] => [{ id, states: 'A fact.', files: [file] }, ...whole];

describe('the cases', () => {
  it('are complete if each id has a case', () => {
    expect(complaintsOf(whole)).toEqual([]);
    expect(complaintsOf(whole.slice(1))).toEqual(['case-1 has no test']);
  });

  it('are refused if they name a file that does not exist', () => {
    expect(complaintsOf(oneIn('lost.test.ts'))).toEqual(['case-1: there is no lost.test.ts']);
  });

  it.each(Object.keys(texts).slice(1))('are refused if no test that runs has the id above it: %s', (file) => {
    expect(complaintsOf(oneIn(file))).toEqual([`no test that ${file} runs has the id case-1 above it`]);
  });

  it('are refused if their id is unknown', () => {
    expect(complaintsOf(oneIn('a.test.ts', 'case-13'))).toEqual([
      'case-13 is an unknown id',
      'no test that a.test.ts runs has the id case-13 above it',
    ]);
  });

  it('are refused if their statement is empty', () => {
    const silent = whole.map((each) => (each.id === 'case-2' ? { ...each, states: ' ' } : each));
    expect(complaintsOf(silent)).toEqual(['case-2 states nothing']);
  });

  it('of this repository are complete', () => {
    expect(caseComplaints(cases, (file) => (files.has(file) ? textOf(file) : undefined))).toEqual([]);
  });
});
