import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { amountOf, nearest, type Quantity } from './index.ts';

describe('amountOf', () => {
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
    expect(amountOf(quantity)).toBeCloseTo(amount, 9);
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
  ])('%j is no quantity', (quantity) => {
    expect(amountOf(quantity)).toBeUndefined();
  });
});

describe('nearest', () => {
  const known = ['namespaces', 'replicas', 'image', 'settings'];

  it('finds a word with one letter changed, left out or added', () => {
    const typo = fc
      .constantFrom(...known)
      .chain((word) =>
        fc
          .nat(word.length - 1)
          .chain((at) =>
            fc
              .constantFrom(`${word.slice(0, at)}${word.slice(at + 1)}`, `${word.slice(0, at)}x${word.slice(at)}`)
              .map((wrong) => ({ word, wrong })),
          ),
      );
    fc.assert(fc.property(typo, ({ word, wrong }) => nearest(wrong, known) === word));
  });

  it('finds nothing for another word', () => {
    for (const word of ['colour', 'x', 'tls']) expect(nearest(word, known)).toBeUndefined();
  });
});
