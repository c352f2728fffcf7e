import { describe, expect, it } from 'vitest';

import { hashContent } from './hash-content.ts';

describe('hashContent', () => {
  it('is the same for keys in any order, and in every version', () => {
    expect(hashContent({ user: 'YQ==', password: 'Yg==' })).toBe(hashContent({ password: 'Yg==', user: 'YQ==' }));
    expect(hashContent({ user: 'YQ==' })).toBe('2e28f096598e0be0');
  });

  it('differs for another value, another key, and another order of sources', () => {
    const contents = [{ a: '1' }, { a: '2' }, { b: '1' }, [{ a: '1' }, { b: '1' }], [{ b: '1' }, { a: '1' }]];
    expect(new Set(contents.map((content) => hashContent(content))).size).toBe(contents.length);
  });

  it('fits a label and the end of a name', () => {
    for (let count = 0; count < 100; count += 1) expect(hashContent(count)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('of a Secret without data differs from that of empty data', () => {
    expect(hashContent(undefined)).not.toBe(hashContent({}));
  });
});
