import { describe, expect, it } from 'vitest';

import { originalSection } from './original-table.ts';

const original = {
  ...{ name: 'Pet', about: 'PS-A are walks.', beyond: ['And more.'] },
  rows: [{ id: 'PS-A1', what: 'samples', files: ['a.test.ts', 'b.test.ts'] }],
};
const texts: Readonly<Record<string, string>> = {
  'a.test.ts': "it('PS-A1 PS-A2 adds both', f);\nit('PS-A1 adds one', f);\nit('PS-A11 adds none', f);",
  'b.test.ts': "describe('PS-A1 samples', () => {\n  it('are there', f);\n});",
};

describe('the section of an original operator', () => {
  it('has a row for each file of an id, with the titles of the tests that have the id', () => {
    const lines = originalSection(original, (file) => texts[file] ?? '').split('\n');
    expect(lines.filter((line) => !line.startsWith('|')).filter(Boolean)).toEqual([
      '## Pet',
      'PS-A are walks.',
      'And more.',
    ]);
    expect(lines.filter((line) => line.startsWith('|')).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '| id | file | test |',
      expect.stringMatching(/^[| -]+$/),
      '| PS-A1 samples | `a.test.ts` | adds both; adds one |',
      '| | `b.test.ts` | samples |',
    ]);
  });
});
