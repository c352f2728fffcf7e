import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatQuery } from './transport.ts';

describe('formatQuery', () => {
  it('omits absent values, and the question mark without any other', () => {
    expect(formatQuery(undefined)).toBe('');
    expect(formatQuery({ a: undefined })).toBe('');
    expect(formatQuery({ a: 1, b: undefined, c: false, d: '' })).toBe('?a=1&c=false&d=');
  });

  it('escapes values so that they are read back unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string({ unit: 'grapheme' })), (query) => {
        const read = new URL(`http://host/path${formatQuery(query)}`).searchParams;
        expect(Object.fromEntries(read)).toEqual({ ...query });
      }),
    );
  });
});
