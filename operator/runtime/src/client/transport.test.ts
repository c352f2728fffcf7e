import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { queryText } from './transport.ts';

describe('queryText', () => {
  it('leaves absent values out, and the question mark with them', () => {
    expect(queryText(undefined)).toBe('');
    expect(queryText({ a: undefined })).toBe('');
    expect(queryText({ a: 1, b: undefined, c: false, d: '' })).toBe('?a=1&c=false&d=');
  });

  it('is read back as it was meant, whatever the values hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ unit: 'grapheme' })), (query) => {
        const read = new URL(`http://host/path${queryText(query)}`).searchParams;
        expect(Object.fromEntries(read)).toEqual({ ...query });
      }),
    );
  });
});
