import { describe, expect, it } from 'vitest';

import { awaitChange, checkAgain } from './action.ts';

it('an action waits for a change, or looks again after a while', () => {
  expect(awaitChange).toEqual({ kind: 'awaitChange' });
  expect(checkAgain(5000)).toEqual({ kind: 'checkAgain', afterMs: 5000 });
});

describe('a look that is due already', () => {
  it.each([0, -5, 99])('comes after a tenth of a second: %d', (afterMs) => {
    expect(checkAgain(afterMs)).toEqual({ kind: 'checkAgain', afterMs: 100 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is refused if it is no time: %d', (afterMs) => {
    expect(() => checkAgain(afterMs)).toThrow('it takes milliseconds');
  });
});
