import { describe, expect, it } from 'vitest';

import { findInexact, hasNumber } from './inexact-number.ts';
import { t } from './t.ts';

const spec = t.object({ size: t.integer({ format: 'int64' }), share: t.number(), labels: t.record(t.integer()) }).json;

describe('a number that JSON cannot represent exactly', () => {
  it.each([
    [{ size: 2 ** 53 + 2 }, 'size'],
    [{ size: 1e300 }, 'size'],
    [{ share: Infinity }, 'share'],
    [{ labels: { constructor: -(2 ** 53) } }, 'labels.constructor'],
    [{ unknown: [{ a: 1 }, { a: NaN }] }, 'unknown[1].a'],
    [{ size: 5n }, 'size'],
  ])('is found in %o', (value, path) => {
    expect(findInexact(value, spec)?.path).toBe(path);
  });

  it('excludes exact numbers, and fractions by their schema', () => {
    expect(findInexact({ size: 2 ** 53 - 1, share: 1e300, labels: { a: -(2 ** 53 - 1) } }, spec)).toBeUndefined();
    expect(findInexact({ size: 2 ** 53 }, spec, (value) => hasNumber({ a: [2 ** 53] }, value))).toBeUndefined();
  });
});
