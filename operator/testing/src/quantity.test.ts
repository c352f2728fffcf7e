import { expect, test } from 'vitest';

import { countIn, numberOf } from './quantity.ts';

test.each([
  ['250m', 0.25],
  ['1', 1],
  ['1.5Gi', 1.5 * 2 ** 30],
  ['1e3', 1000],
  ['2E', 2e18],
  ['100k', 100_000],
])('%s is %d', (text, value) => {
  expect(numberOf(text)).toBe(value);
});

test.each(['', 'a', '1kB', 'Gi', '1 Gi'])('%j is no quantity', (text) => {
  expect(() => numberOf(text)).toThrow(/quantity/);
});

test.each([
  ['250m', undefined, '1'],
  ['250m', '1m', '250'],
  ['300m', '100m', '3'],
  ['2', '0', '2'],
  ['128Mi', '1Mi', '128'],
  ['128M', '1Mi', '123'],
])('%s in %s is %s', (quantity, divisor, count) => {
  expect(countIn(quantity, divisor)).toBe(count);
});
