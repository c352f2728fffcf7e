import { describe, expect, it } from 'vitest';

import { markdownTable } from './markdown-table.ts';

describe('a Markdown table', () => {
  it('has aligned columns', () => {
    expect(markdownTable(['a', 'meaning'], [['`long`', 'A – B.'], ['x']])).toBe(
      ['| a      | meaning |', '| ------ | ------- |', '| `long` | A – B.  |', '| x      |         |'].join('\n'),
    );
  });

  it('has columns of at least three characters', () => {
    expect(markdownTable(['a'], [])).toBe('| a   |\n| --- |');
  });

  it('escapes bars and line breaks in cells', () => {
    expect(markdownTable(['a'], [['x|y\nz']])).toContain(String.raw`| x\|y z |`);
  });
});
