import { expect, test } from 'vitest';

import { type Backoff, backOff } from './restart-backoff.ts';

const limits = { baseMs: 10_000, maxMs: 300_000 };

/** The waits of a container that runs for `ranMs[i]` before it ends for the i-th time. */
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

test("the waits are the kubelet's", () => {
  expect(waits([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('after a run of ten minutes the backoff continues, after a longer one it is reset', () => {
  expect(waits([0, 0, 600_000, 600_001, 0])).toEqual([0, 10, 20, 0, 10]);
});
