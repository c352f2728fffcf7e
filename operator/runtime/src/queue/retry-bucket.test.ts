import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RetryBucket, type RetryBucketOptions } from './retry-bucket.ts';

/** Reserves a token for another key at each of `times`. Returns the waits. */
function reserveEach(options: RetryBucketOptions, times: readonly number[]): number[] {
  const bucket = new RetryBucket(options);
  return times.map((nowMs, index) => bucket.reserve(String(index), nowMs));
}

describe('a bucket of retries', () => {
  it('lets a burst pass, then one retry after the other', () => {
    expect(reserveEach({ qps: 10, burst: 2 }, [1000, 1000, 1000, 1000, 1050])).toEqual([0, 0, 100, 200, 250]);
  });

  it('has as many tokens as a second needs by default, at least one', () => {
    expect(reserveEach({ qps: 1.5 }, [0, 0, 0])).toEqual([0, 0, expect.closeTo(666.7, 0)]);
    expect(reserveEach({ qps: 0.1 }, [0, 0])).toEqual([0, 10_000]);
  });

  it('does not grow with the failures of a key that waits', () => {
    const bucket = new RetryBucket({ qps: 1 });
    expect([0, 0, 0, 400].map((nowMs) => bucket.reserve('a', nowMs))).toEqual([0, 1_000, 1_000, 600]);
    expect(bucket.reserve('b', 400)).toBe(1_600);
    expect(bucket.reserve('a', 1_000)).toBe(2_000);
  });

  it('gives the token of a removed key to another one, unless it has passed', () => {
    const bucket = new RetryBucket({ qps: 1 });
    for (const key of ['now', 'a', 'b', 'c']) bucket.reserve(key, 0);
    for (const key of ['a', 'b', 'unknown']) bucket.remove(key);
    expect([bucket.reserve('d', 1_500), bucket.reserve('e', 1_500)]).toEqual([500, 2_500]);
  });

  it('gives a token away once, and none of a key that is removed twice', () => {
    const bucket = new RetryBucket({ qps: 1 });
    for (const key of ['now', 'a']) bucket.reserve(key, 0);
    bucket.remove('a');
    bucket.remove('a');
    expect(['b', 'c', 'd'].map((key) => bucket.reserve(key, 500))).toEqual([500, 1_500, 2_500]);
  });

  it('forgets tokens that have passed: most keys succeed, and do not return', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const bucket = new RetryBucket({ qps: 1000, burst: 1 });
    let nowMs = 0;
    const fail = (count: number): void => {
      for (let item = 0; item < count; item += 1) bucket.reserve(`namespace/${String((nowMs += 0.9))}`, nowMs);
      nowMs += count;
    };
    fail(1000);
    collect();
    const before = process.memoryUsage().heapUsed;

    for (let round = 0; round < 50; round += 1) fail(1000);
    collect();

    expect((process.memoryUsage().heapUsed - before) / 50_000).toBeLessThan(20);
    expect(bucket.reserve('last', nowMs)).toBe(0);
  });

  const options = fc.record({ qps: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 20 }) });
  const pauseMs = fc.integer({ min: 0, max: 500 });

  it('never lets more pass in any time than the burst and the rate allow', () => {
    const steps = fc.array(fc.record({ pauseMs, removes: fc.boolean() }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, options, (taken, { qps, burst }) => {
        const bucket = new RetryBucket({ qps, burst });
        const due = new Map<number, number>();
        let nowMs = 0;
        for (const [index, step] of taken.entries()) {
          nowMs += step.pauseMs;
          due.set(index, nowMs + bucket.reserve(String(index), nowMs));
          if (!step.removes) continue;
          if (due.get(index - 1)! > nowMs) due.delete(index - 1);
          bucket.remove(String(index - 1));
        }
        const times = [...due.values()].sort((one, other) => one - other);
        for (const [first, startMs] of times.entries())
          for (const [last, endMs] of times.entries())
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(burst + ((endMs - startMs) * qps) / 1000 + 1e-6);
      }),
    );
  });

  it('never delays a key by more than the other keys need, however often all of them fail', () => {
    const keys = 5;
    const step = fc.record({ pauseMs, key: fc.integer({ min: 0, max: keys - 1 }), removes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), options, (steps, { qps, burst }) => {
        const bucket = new RetryBucket({ qps, burst });
        let nowMs = 0;
        for (const { pauseMs: pause, key, removes } of steps) {
          nowMs += pause;
          expect(bucket.reserve(String(key), nowMs)).toBeLessThanOrEqual((keys * 1000) / qps + 1e-6);
          if (removes) bucket.remove(String(key));
        }
      }),
    );
  });
});
