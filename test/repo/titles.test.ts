import { describe, expect, it } from 'vitest';

import { casesIn, runningTests } from './titles.ts';

const titlesIn = (text: string): readonly string[] => runningTests(text).map(({ title }) => title);

/** The title of each test, followed by its ids. */
const idsIn = (text: string): readonly (readonly string[])[] =>
  runningTests(text).map(({ title, ids }) => [title, ...ids.map(({ id }) => id)]);

describe('a running test', () => {
  it.each([
    ["it('is seen', () => {});"],
    ['test("is seen", () => {});'],
    ['it(`is seen`, () => {});'],
    ["it.each([1, 2])('is seen', () => {});"],
    ["it.concurrent.each(rows)(\n  'is seen',\n  async () => {},\n  1_000,\n);"],
    ["it.each([['is seen', 1]])('%s', () => {});"],
    ["it.each(['is seen'] as const)('%s', () => {});"],
    ["const rows = [{ title: 'is seen' }];\nit.each(rows)('$title', () => {});"],
    ["describe.each([1])('a group', () => {\n  it('is seen', () => {});\n});"],
    ["describe.skipIf(process.platform === 'darwin')('a group', () => {\n  it('is seen', () => {});\n});"],
  ])('is found in %s', (text) => {
    expect(titlesIn(text)).toContain('is seen');
  });
});

describe('a running test of that title', () => {
  it.each([
    ["it.skip('is seen', () => {});"],
    ["it.todo('is seen');"],
    ["it.fails('is seen', () => {});"],
    ["it.concurrent.skip('is seen', () => {});"],
    ["it.skipIf(true)('is seen', () => {});"],
    ["test.runIf(false)('is seen', () => {});"],
    ["it.skipIf(process.platform === 'linux')('is seen', () => {});"],
    ["it.skip.each([1])('is seen', () => {});"],
    ["it('is seen', { skip: true }, () => {});"],
    ["describe('is seen', () => {\n  it('is not', () => {});\n});"],
    ["describe.skip('a group', () => {\n  it('is seen', () => {});\n});"],
    ["describe.skipIf(true)('a group', () => {\n  it('is seen', () => {});\n});"],
    ["describe.todo('is seen');"],
    ["const x = 'is seen';"],
    ["log('is seen');"],
    ["// it('is seen', () => {});"],
    ["/* it('is seen', () => {}); */"],
    ["it('that is seen', () => {});"],
    ["const others = [{ title: 'is seen' }];\nit.each([{ title: 'is not' }])('$title', () => {});"],
    ["it.each([['is not', 'is seen']])('%s', () => {});"],
  ])('is not found in %s', (text) => {
    expect(titlesIn(text)).not.toContain('is seen');
  });
});

describe('the tests of a file', () => {
  it('have the titles of the groups around them', () => {
    const text = "describe('a', () => {\n  describe.each([1])('b', () => it('c', f));\n  it('d', f);\n});\nit('e', f);";
    expect(runningTests(text)).toEqual([
      { title: 'c', groups: ['a', 'b'], ids: [] },
      { title: 'd', groups: ['a'], ids: [] },
      { title: 'e', groups: [], ids: [] },
    ]);
  });

  it('have the source text of a template as their title', () => {
    expect(runningTests('it(`shows ${what} once`, f);')).toEqual([
      { title: 'shows ${what} once', groups: [], ids: [] },
    ]);
  });

  it('have the ids of the comments right above them', () => {
    const text =
      "// id: a, b\n// why\n// id: c\nit('d', f); // id: e\n\nit.each([1])('g', f);\n/* id: h */ it('i', f);";
    expect(idsIn(text)).toEqual([['d', 'a', 'b', 'c'], ['g'], ['i']]);
  });

  it('have the ids above their table and above their row', () => {
    const rows =
      "const rows = [\n  { title: 'a' },\n  // id: one\n  { title: 'b' },\n];\n// id: all\nit.each(rows)('$title', f);";
    expect(idsIn(rows)).toEqual([
      ['a', 'all'],
      ['b', 'all', 'one'],
    ]);
    expect(idsIn("it.each([\n  // id: one\n  ['a', 1],\n  'b',\n])('%s', f);")).toEqual([['a', 'one'], ['b']]);
  });

  it('can be cases of a contract, which another file runs', () => {
    const text = "export const cases = [\n  // id: a\n  { title: 'is seen', run: f },\n];\nconst x = 'is not';";
    expect(casesIn(text)).toEqual([{ title: 'is seen', ids: [{ id: 'a', at: text.indexOf('//') }] }]);
    expect(casesIn("const x = 'is seen';\n// { title: 'is seen' }")).toEqual([]);
  });
});
