import { describe, expect, it } from 'vitest';

import { markdownTable } from './markdown-table.ts';

describe('a Markdown table', () => {
  it('has aligned columns', () => {
    expect(markdownTable(['a', 'meaning'], [['`long`', 'A – B.'], ['x']])).toBe(
      ['| a      | meaning |', '| ------ | ------- |', '| `long` | A – B.  |', '| x      |         |'].join('\n'),
    );
  });

  it('has no column narrower than its rule', () => {
    expect(markdownTable(['a'], [])).toBe('| a   |\n| --- |');
  });

  it('keeps a cell in its column, whatever it contains', () => {
    expect(markdownTable(['a'], [['x|y\nz']])).toContain(String.raw`| x\|y z |`);
  });
});
