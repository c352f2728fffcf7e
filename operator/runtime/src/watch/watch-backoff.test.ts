import { describe, expect, it } from 'vitest';

import { computeDelay, addFailure, noFailures, type WatchBackoff } from './watch-backoff.ts';

/** The states after consecutive failures, with `apartMs` between two. */
function buildFailures(count: number, apartMs: number): WatchBackoff[] {
  const all: WatchBackoff[] = [];
  for (let failure = 1; failure <= count; failure += 1) {
    all.push(addFailure(all.at(-1) ?? noFailures, failure * apartMs));
  }
  return all;
}

describe('the backoff of a watch', () => {
  // id: case-19
  it('stays within 30 s, and differs from that of others, for any length of an outage', () => {
    const forEver = { failures: 5000, lastFailureAt: 0 };
    const waits = [0, 0.5, 0.999_999].map((luck) => computeDelay(forEver, () => luck));

    expect(waits.map(Math.round)).toEqual([15_000, 22_500, 30_000]);
    expect(Math.max(...waits)).toBeLessThan(30_000);
  });

  // id: case-20
  it('starts again after more than two minutes without a failure', () => {
    expect(buildFailures(3, 120_000).map((backoff) => backoff.failures)).toEqual([1, 2, 3]);
    expect(buildFailures(3, 120_001).map((backoff) => backoff.failures)).toEqual([1, 1, 1]);
  });
});
