import { describe, expect, it } from 'vitest';

import { casesIn, runningTests } from './titles.ts';

const titlesIn = (text: string): readonly string[] => runningTests(text).map(({ title }) => title);

/** Of each test: its title, and its ids. */
const idsIn = (text: string): readonly (readonly string[])[] =>
  runningTests(text).map(({ title, ids }) => [title, ...ids.map(({ id }) => id)]);

describe('a test runs', () => {
  it.each([
    ["it('is told', () => {});"],
    ['test("is told", () => {});'],
    ['it(`is told`, () => {});'],
    ["it.each([1, 2])('is told', () => {});"],
    ["it.concurrent.each(rows)(\n  'is told',\n  async () => {},\n  1_000,\n);"],
    ["it.each([['is told', 1]])('%s', () => {});"],
    ["it.each(['is told'] as const)('%s', () => {});"],
    ["const rows = [{ title: 'is told' }];\nit.each(rows)('$title', () => {});"],
    ["describe.each([1])('a group', () => {\n  it('is told', () => {});\n});"],
    ["describe.skipIf(process.platform === 'darwin')('a group', () => {\n  it('is told', () => {});\n});"],
  ])('where the file says %s', (text) => {
    expect(titlesIn(text)).toContain('is told');
  });
});

describe('no test runs', () => {
  it.each([
    ["it.skip('is told', () => {});"],
    ["it.todo('is told');"],
    ["it.fails('is told', () => {});"],
    ["it.concurrent.skip('is told', () => {});"],
    ["it.skipIf(true)('is told', () => {});"],
    ["test.runIf(false)('is told', () => {});"],
    ["it.skipIf(process.platform === 'linux')('is told', () => {});"],
    ["it.skip.each([1])('is told', () => {});"],
    ["it('is told', { skip: true }, () => {});"],
    ["describe('is told', () => {\n  it('is not', () => {});\n});"],
    ["describe.skip('a group', () => {\n  it('is told', () => {});\n});"],
    ["describe.skipIf(true)('a group', () => {\n  it('is told', () => {});\n});"],
    ["describe.todo('is told');"],
    ["const x = 'is told';"],
    ["log('is told');"],
    ["// it('is told', () => {});"],
    ["/* it('is told', () => {}); */"],
    ["it('that is told', () => {});"],
    ["const others = [{ title: 'is told' }];\nit.each([{ title: 'is not' }])('$title', () => {});"],
    ["it.each([['is not', 'is told']])('%s', () => {});"],
  ])('where the file says %s', (text) => {
    expect(titlesIn(text)).not.toContain('is told');
  });
});

describe('the tests of a file', () => {
  it('have the groups around them', () => {
    const text = "describe('a', () => {\n  describe.each([1])('b', () => it('c', f));\n  it('d', f);\n});\nit('e', f);";
    expect(runningTests(text)).toEqual([
      { title: 'c', groups: ['a', 'b'], ids: [] },
      { title: 'd', groups: ['a'], ids: [] },
      { title: 'e', groups: [], ids: [] },
    ]);
  });

  it('have the text of a template as it stands', () => {
    expect(runningTests('it(`tells ${what} once`, f);')).toEqual([
      { title: 'tells ${what} once', groups: [], ids: [] },
    ]);
  });

  it('have the ids of the comments right above them', () => {
    const text =
      "// id: a, b\n// why\n// id: c\nit('d', f); // id: e\n\nit.each([1])('g', f);\n/* id: h */ it('i', f);";
    expect(idsIn(text)).toEqual([['d', 'a', 'b', 'c'], ['g'], ['i']]);
  });

  it('have the ids of their tables and of their rows', () => {
    const rows =
      "const rows = [\n  { title: 'a' },\n  // id: one\n  { title: 'b' },\n];\n// id: all\nit.each(rows)('$title', f);";
    expect(idsIn(rows)).toEqual([
      ['a', 'all'],
      ['b', 'all', 'one'],
    ]);
    expect(idsIn("it.each([\n  // id: one\n  ['a', 1],\n  'b',\n])('%s', f);")).toEqual([['a', 'one'], ['b']]);
  });

  it('are also cases that another file runs, by their title, with their ids', () => {
    const text = "export const cases = [\n  // id: a\n  { title: 'is told', run: f },\n];\nconst x = 'is not';";
    expect(casesIn(text)).toEqual([{ title: 'is told', ids: [{ id: 'a', at: text.indexOf('//') }] }]);
    expect(casesIn("const x = 'is told';\n// { title: 'is told' }")).toEqual([]);
  });
});
