import { describe, expect, it } from 'vitest';

import { cases } from '../cases/cases.ts';
import { mutants } from '../mutants/mutants.ts';
import { repositoryFiles, textOf } from './files.ts';
import { idProblems, mutantComplaints, testsWith, titlePattern } from './test-ids.ts';

const test = 'a.test.ts';

describe('the test of a mutant', () => {
  const complaintsOf = (text: string | undefined) => mutantComplaints({ name: 'cut', test }, () => text);

  it.each([
    ["// id: cut\nit('counts', f);"],
    ["// id: case-1, cut\nit.each([1])('counts %i', f);"],
    ["it.each([\n  // id: cut\n  ['counts'],\n  ['adds'],\n])('%s', f);"],
  ])('is found by the name of the mutant in the comment above it: %s', (text) => {
    expect(complaintsOf(text)).toEqual([]);
  });

  it.each([
    ["it('counts', f);"],
    ["// id: cut-2\nit('counts', f);"],
    ["// id: cut\nit.skip('counts', f);"],
    ["// id: cut\nit('counts', { skip: true }, f);"],
    ["// id: cut\n// it('counts', f);"],
    ["// id: cut\ndescribe('counts', () => {\n  it('up', f);\n});"],
    ["describe.skip('a', () => {\n  // id: cut\n  it('counts', f);\n});"],
  ])('is missing if the name is above no test that runs: %s', (text) => {
    expect(complaintsOf(text)).toEqual(['cut: in a.test.ts no test that runs has the comment "// id: cut" above it']);
  });

  it('is reported if its file does not exist', () => {
    expect(complaintsOf(undefined)).toEqual(['cut: there is no a.test.ts']);
  });

  it('may be a case of a contract', () => {
    const texts: Record<string, string> = { [test]: '', 'cases.ts': "// id: cut\nf({ title: 'counts' });" };
    const complaints = (casesIn: string) => mutantComplaints({ name: 'cut', test, casesIn }, (file) => texts[file]);
    expect(complaints('lost.ts')).toEqual(['cut: there is no lost.ts']);
    texts['cases.ts'] = "const cases = [\n  // id: cut\n  { title: 'counts' },\n];";
    expect(complaints('cases.ts')).toEqual([]);
  });

  it('is reported if its title also matches another test of the file', () => {
    const text = "// id: cut\nit.each(rows)('counts $what', f);\nit('counts down', f);\nit('counts', f);";
    expect(complaintsOf(text)).toEqual(['cut: another test of a.test.ts is called "counts down", too']);
  });
});

describe('an id in a file', () => {
  const referring = {
    cases: [{ id: 'case-1', states: 'A fact.', files: [test] as const }],
    mutants: [
      { name: 'cut', test },
      { name: 'cross', test: 'b.test.ts', casesIn: 'cases.ts' },
    ],
  };
  const problemsOf = (text: string, file = test) => idProblems(file, text, referring);

  it('is reported if it is above no test that runs', () => {
    expect(problemsOf("// id: case-1, cut\nit('counts', f);\n// id: case-1\nit('adds', f);")).toEqual([]);
    const skipped = "it('counts', f);\n// id: case-1\nit('adds', f);\n\n// id: case-1\nit.skip('is zero', f);";
    expect(problemsOf(skipped)).toEqual(['a.test.ts:5: case-1 is above no test that runs']);
    expect(problemsOf('// id: cut\nconst x = 1;')).toEqual(['a.test.ts:1: cut is above no test that runs']);
  });

  it('is reported if no case and no mutant with this id names the file', () => {
    expect(problemsOf("// id: case-2\nit('counts', f);\n// id: cross\nit('adds', f);")).toEqual([
      'a.test.ts:1: no case and no mutant of this file is case-2',
      'a.test.ts:3: no case and no mutant of this file is cross',
    ]);
    expect(problemsOf("const cases = [\n  // id: cross\n  { title: 'adds' },\n];", 'cases.ts')).toEqual([]);
  });

  it('is reported if it is a mutant that already has a test', () => {
    expect(problemsOf("// id: cut\nit('counts', f);\n// id: cut\nit('adds', f);")).toEqual([
      'a.test.ts:3: cut has another test already',
    ]);
  });

  it('of this repository belongs to a test that runs, and to a case or a mutant', async () => {
    const sources = (await repositoryFiles()).filter((file) => file.endsWith('.ts'));
    expect(sources.flatMap((file) => idProblems(file, textOf(file), { cases, mutants }))).toEqual([]);
  }, 60_000);
});

describe('a test title', () => {
  it.each([
    ['counts (%i) of $kind.name with `${values.join()}` up', 'counts (3) of Pod with `1,2` up'],
    ['costs 5 $, that is 100 %', 'costs 5 $, that is 100 %'],
  ])('with placeholders matches the title of the running test: %s', (written, runs) => {
    expect(runs).toMatch(new RegExp(`^${titlePattern(written)}$`));
    expect(`${runs} again`).not.toMatch(new RegExp(`^${titlePattern(written)}$`));
  });

  it('is found by the id above its test', () => {
    const text = "// id: case-1\nit('counts', f);\n// id: case-11\nit('adds', f);";
    expect(testsWith('case-1', test, text).map(({ title }) => title)).toEqual(['counts']);
  });
});
