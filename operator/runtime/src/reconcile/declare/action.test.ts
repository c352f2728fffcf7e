import { describe, expect, it } from 'vitest';

import { awaitChange, checkAgain } from './action.ts';

it('an action waits for a change, or requeues after a while', () => {
  expect(awaitChange).toEqual({ kind: 'awaitChange' });
  expect(checkAgain(5000)).toEqual({ kind: 'checkAgain', afterMs: 5000 });
});

describe('a checkAgain whose time has passed', () => {
  it.each([0, -5, 99])('is due after a tenth of a second: %d', (afterMs) => {
    expect(checkAgain(afterMs)).toEqual({ kind: 'checkAgain', afterMs: 100 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is refused if it is no finite number: %d', (afterMs) => {
    expect(() => checkAgain(afterMs)).toThrow('it takes milliseconds');
  });
});
