import { describe, expect, it } from 'vitest';

import { wrapWords } from './wrap-words.ts';

describe('the rows of a printed line', () => {
  it.each<[string, number, readonly string[]]>([
    ['no tea left', 11, ['no tea left']],
    ['no tea left', 10, ['no tea', '  left']],
    ['  at  no tea', 9, ['  at  no', '    tea']],
    ['see https://example.com/tea now', 10, ['see', '  https://example.com/tea', '  now']],
    ['no tea left', 0, ['no tea left']],
    ['', 10, ['']],
  ])('%j in %d columns', (line, columns, rows) => {
    expect(wrapWords(line, columns)).toEqual(rows);
  });

  it('may be longer by sequences that the terminal interprets', () => {
    const red = '\u001b[31mno tea left\u001b[39m';
    expect(wrapWords(red, 11)).toEqual([red]);
    expect(wrapWords(red, 10)).toEqual(['\u001b[31mno tea', '  left\u001b[39m']);
  });
});
