import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareResourceVersions } from './objects.ts';

describe('resource versions', () => {
  it('are compared as numbers of any length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (a, b) => {
        const order = Math.sign(compareResourceVersions(a.toString(), b.toString()));
        expect(order).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
    expect(compareResourceVersions('99999999999999999999', '100000000000000000000')).toBeLessThan(0);
    expect(compareResourceVersions('9007199254740993', '9007199254740992')).toBeGreaterThan(0);
  });

  it('are all newer than none', () => {
    expect(compareResourceVersions('', '0')).toBeLessThan(0);
    expect(compareResourceVersions('', '')).toBe(0);
  });
});
