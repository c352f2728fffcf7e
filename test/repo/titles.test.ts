import { describe, expect, it } from 'vitest';

import { hasCase, runningTests, runsTest } from './titles.ts';

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
    expect(runsTest(text, 'is told')).toBe(true);
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
    expect(runsTest(text, 'is told')).toBe(false);
  });
});

describe('the tests of a file', () => {
  it('have the groups around them', () => {
    const text = "describe('a', () => {\n  describe.each([1])('b', () => it('c', f));\n  it('d', f);\n});\nit('e', f);";
    expect(runningTests(text)).toEqual([
      { title: 'c', groups: ['a', 'b'] },
      { title: 'd', groups: ['a'] },
      { title: 'e', groups: [] },
    ]);
  });

  it('have the text of a template as it stands', () => {
    expect(runningTests('it(`tells ${what} once`, f);')).toEqual([{ title: 'tells ${what} once', groups: [] }]);
  });

  it('are also cases that another file runs, by their title', () => {
    const text = "export const cases = [{ title: 'is told', run: f }];";
    expect(hasCase(text, 'is told')).toBe(true);
    expect(hasCase(text, 'is')).toBe(false);
    expect(hasCase("const x = 'is told';\n// { title: 'is told' }", 'is told')).toBe(false);
  });
});
