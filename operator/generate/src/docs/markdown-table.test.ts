import { describe, expect, it } from 'vitest';

import { renderMarkdownTable } from './markdown-table.ts';

describe('a Markdown table', () => {
  it('has aligned columns', () => {
    expect(renderMarkdownTable(['a', 'meaning'], [['`long`', 'A – B.'], ['x']])).toBe(
      ['| a      | meaning |', '| ------ | ------- |', '| `long` | A – B.  |', '| x      |         |'].join('\n'),
    );
  });

  it('has columns of at least three characters', () => {
    expect(renderMarkdownTable(['a'], [])).toBe('| a   |\n| --- |');
  });

  it('escapes bars and line breaks in cells', () => {
    expect(renderMarkdownTable(['a'], [['x|y\nz']])).toContain(String.raw`| x\|y z |`);
  });
});
