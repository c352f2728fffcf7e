import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { Case } from '../cases/case.ts';
import { caseComplaints, caseIds, listsIn } from './cases.ts';
import { repositoryFiles, textOf } from './files.ts';
import { root } from './run.ts';

const files = new Set(await repositoryFiles());
const lists = [...files].filter((file) => /^test\/cases\/[^/]+\.ts$/.test(file));
const modules = await Promise.all(
  lists.map(
    async (file) => (await import(pathToFileURL(path.join(root, file)).href)) as Readonly<Record<string, unknown>>,
  ),
);

const test = { file: 'a.test.ts', title: "is told to each worker's queue" };
const whole: readonly Case[] = caseIds.map((id) => ({ id, states: 'A fact.', tests: [test] }));
const texts: Readonly<Record<string, string>> = {
  'a.test.ts': String.raw`it('is told to each worker\'s queue', () => {});`,
  'comment.test.ts': "// it('is told', () => {});\nit('is told twice', () => {});",
  'skip.test.ts': "it.skip('is told', () => {});",
  'todo.test.ts': "it.todo('is told');",
  'group.test.ts': "describe('is told', () => {});",
  'string.test.ts': "const x = 'is told';",
};
const complaintsOf = (list: readonly Case[]) => caseComplaints(list, (file) => texts[file]);
const oneOf = (tests: Case['tests'], id = 'case-1'): readonly Case[] => [{ id, states: 'A fact.', tests }, ...whole];

describe('the lists of cases', () => {
  it('are found in every module, whatever they are called', () => {
    expect(listsIn([{ some: whole, other: 1, none: () => [] }, { more: whole }])).toHaveLength(2 * caseIds.length);
  });

  it('are complete with a test for each id', () => {
    expect(complaintsOf(whole)).toEqual([]);
    expect(complaintsOf(whole.slice(1))).toEqual(['case-1 has no test']);
  });

  it('name files that exist', () => {
    const complaints = complaintsOf(oneOf([{ file: 'lost.test.ts', title: 'is told' }]));
    expect(complaints).toEqual(['case-1: there is no lost.test.ts']);
  });

  it.each(Object.keys(texts).slice(1))('name tests that run: not what is only in %s', (file) => {
    const complaints = complaintsOf(oneOf([{ file, title: 'is told' }]));
    expect(complaints).toEqual([`case-1: "is told" is no test that ${file} runs`]);
  });

  it('hold no id that there is not', () => {
    expect(complaintsOf(oneOf([test], 'case-13'))).toEqual(['case-13 is no id that there is']);
  });

  it('of this repository have no gap', () => {
    const complaints = caseComplaints(listsIn(modules), (file) => (files.has(file) ? textOf(file) : undefined));
    expect(complaints).toEqual([]);
  });
});
