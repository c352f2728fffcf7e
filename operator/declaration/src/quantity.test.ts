import { describe, expect, it } from 'vitest';

import { parseQuantity, type Quantity } from './quantity.ts';

describe('parseQuantity', () => {
  it.each<[quantity: Quantity, amount: number]>([
    ['1', 1],
    [0.5, 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['500m', 0.5],
    ['1Ki', 1024],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['1k', 1000],
    ['1e3', 1000],
    ['1E3', 1000],
    ['12E', 12e18],
    ['250u', 250e-6],
  ])('%j is %d', (quantity, amount) => {
    expect(parseQuantity(quantity)).toBeCloseTo(amount, 9);
  });

  it.each([
    '',
    'much',
    '1GB',
    '1 Gi',
    '-1',
    '+1',
    '1e',
    '1KI',
    '1i',
    '0x1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    {},
  ])('%j is not a quantity', (quantity) => {
    expect(parseQuantity(quantity)).toBeUndefined();
  });
});
