import { expect, it } from 'vitest';

import { median, percentile } from './percentile.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
])('the percentile %d of 1 to 100 is %d', (share, value) => {
  expect(percentile(hundred, share)).toBe(value);
});

it('the median of an even number of values is between the two in the middle', () => {
  expect([median([4, 1, 3, 2]), median([3, 1, 2]), median([7])]).toEqual([2.5, 2, 7]);
});

it('without values there is none', () => {
  expect([percentile([], 0.5), median([])]).toEqual([Number.NaN, Number.NaN]);
});
