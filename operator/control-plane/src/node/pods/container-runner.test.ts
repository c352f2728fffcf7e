import { expect, test } from 'vitest';

import { type Backoff, backOff } from './container-runner.ts';

const limits = { baseMs: 10_000, maxMs: 300_000 };

/** The backoff before each restart of a container whose runs take `ranMs`. */
function waits(ranMs: readonly number[]): number[] {
  let before: Backoff | undefined;
  let now = 0;
  return ranMs.map((ms) => {
    now += ms;
    const { waitMs, after } = backOff(before, now, limits);
    before = after;
    now += waitMs;
    return waitMs / 1000;
  });
}

test("the backoff is the kubelet's", () => {
  expect(waits([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('a run of ten minutes keeps the backoff, and a longer one resets it', () => {
  expect(waits([0, 0, 600_000, 600_001, 0])).toEqual([0, 10, 20, 0, 10]);
});
