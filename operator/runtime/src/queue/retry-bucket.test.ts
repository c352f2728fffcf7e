import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRetryBucket } from './retry-bucket.ts';

describe('a bucket of retries', () => {
  it('lets a burst pass, then one retry after the other', () => {
    const reserve = createRetryBucket({ qps: 10, burst: 2 });
    expect([1000, 1000, 1000, 1000, 1050].map(reserve)).toEqual([0, 0, 100, 200, 250]);
  });

  it('has as many tokens as a second needs by default, at least one', () => {
    expect([0, 0, 0].map(createRetryBucket({ qps: 1.5 }))).toEqual([0, 0, expect.closeTo(666.7, 0)]);
    expect([0, 0].map(createRetryBucket({ qps: 0.1 }))).toEqual([0, 10_000]);
  });

  it('never lets more pass in any time than the burst and the rate allow', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 });
    const options = fc.record({ qps: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(waits, options, (pauses, { qps, burst }) => {
        const reserve = createRetryBucket({ qps, burst });
        let nowMs = 0;
        const due = pauses.map((pauseMs) => (nowMs += pauseMs) + reserve(nowMs));
        for (const [first, startMs] of due.entries())
          for (const [last, endMs] of due.entries())
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(burst + ((endMs - startMs) * qps) / 1000 + 1e-6);
      }),
    );
  });
});
