import { describe, expect, it } from 'vitest';

import { awaitChange, requeueAfter } from './action.ts';

it('an action waits for a change, or requeues after a while', () => {
  expect(awaitChange).toEqual({ kind: 'awaitChange' });
  expect(requeueAfter(5000)).toEqual({ kind: 'requeueAfter', afterMs: 5000 });
});

describe('a requeueAfter in the past', () => {
  it.each([0, -5, 99])('is due after a tenth of a second: %d', (afterMs) => {
    expect(requeueAfter(afterMs)).toEqual({ kind: 'requeueAfter', afterMs: 100 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is rejected if it is not a finite number: %d', (afterMs) => {
    expect(() => requeueAfter(afterMs)).toThrow('requeueAfter takes a number of milliseconds');
  });
});
