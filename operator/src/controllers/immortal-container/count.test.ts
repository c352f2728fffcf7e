import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countOf, nextOrdinal } from './count.ts';
import { ordinalAnnotation } from './desired.ts';
import { someContainer, somePod } from './some-pods.ts';

const podWith = (ordinal: number | string | undefined): ReturnType<typeof somePod> =>
  somePod(someContainer(), 1, {
    metadata: { annotations: ordinal === undefined ? {} : { [ordinalAnnotation]: String(ordinal) } },
  });

describe('the count', () => {
  it.each([
    [0, 0],
    [4, 4],
  ])('without a Pod is what is recorded: %i', (recorded, count) => {
    expect(countOf(recorded, undefined)).toBe(count);
  });

  it.each([
    ['as it is recorded', { recorded: 4, ordinal: 4, count: 4 }],
    [
      'BUG-IC-1 one ahead of the record: the process ended before it was written',
      { recorded: 4, ordinal: 5, count: 5 },
    ],
    ['BUG-IC-1 the first, of which nothing was written', { recorded: 0, ordinal: 1, count: 1 }],
    ['further ahead than it can be: an edit', { recorded: 4, ordinal: 6, count: 4 }],
    ['far ahead: an edit', { recorded: 4, ordinal: 1000, count: 4 }],
    ['behind: an edit', { recorded: 4, ordinal: 3, count: 4 }],
    ['any, where the status was emptied', { recorded: 0, ordinal: 12, count: 12 }],
  ])('believes an ordinal that is %s', (_what, { recorded, ordinal, count }) => {
    expect(countOf(recorded, podWith(ordinal))).toBe(count);
  });

  it.each(['', '0', '-1', '05', '1.5', '1e3', 'many', '9007199254740993', undefined])(
    'does not believe the ordinal %j',
    (ordinal) => {
      expect(countOf(4, podWith(ordinal))).toBe(4);
      // There is a Pod, so there has been one.
      expect(countOf(0, podWith(ordinal))).toBe(1);
    },
  );

  it('goes on past 32 bits', () => {
    expect(countOf(2 ** 31 - 1, podWith(2 ** 31))).toBe(2 ** 31);
    expect(countOf(2 ** 40, podWith(2 ** 40 + 1))).toBe(2 ** 40 + 1);
  });

  it('ends where clients cannot count any further', () => {
    expect(nextOrdinal(4)).toBe(5);
    expect(nextOrdinal(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('never falls behind what is recorded, and never gets ahead of it by more than one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.string(), (recorded, ordinal) => {
        expect([recorded, recorded + 1]).toContain(countOf(recorded, podWith(ordinal)));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: -100, max: 200 }), (recorded, ordinal) => {
        expect(countOf(recorded, podWith(ordinal))).toBe(ordinal === recorded + 1 ? ordinal : recorded);
      }),
    );
  });
});
