import { describe, expect, it } from 'vitest';

import { createKeyBackoff } from './key-backoff.ts';

const fullWait = (): number => 0;

function collectWaits(count: number, fail: () => number): number[] {
  return Array.from({ length: count }, fail);
}

describe('the backoff of a key', () => {
  // id: case-8
  it('doubles with each failure, for each key separately', () => {
    const backoff = createKeyBackoff(fullWait, { baseMs: 1, maxMs: 1000 });

    expect(collectWaits(5, () => backoff.recordFailure('one'))).toEqual([1, 2, 4, 8, 16]);
    expect(backoff.failures('one')).toBe(5);
    expect(collectWaits(2, () => backoff.recordFailure('two'))).toEqual([1, 2]);
    expect(backoff.failures('two')).toBe(2);
  });

  // id: case-8
  it('starts again once the key is forgotten', () => {
    const backoff = createKeyBackoff(fullWait, { baseMs: 1 });
    collectWaits(5, () => backoff.recordFailure('one'));

    backoff.forget('one');

    expect(backoff.failures('one')).toBe(0);
    expect(backoff.backoffMs('one')).toBe(0);
    expect(backoff.recordFailure('one')).toBe(1);
    expect(backoff.backoffMs('one')).toBe(1);
  });

  // id: case-8
  it('stays at the longest wait, even after a thousand failures', () => {
    const backoff = createKeyBackoff(fullWait, { baseMs: 1, maxMs: 1_000_000 });

    const all = collectWaits(2000, () => backoff.recordFailure('one'));

    expect(all[19]).toBe(524_288);
    expect(all.slice(20).every((wait) => wait === 1_000_000)).toBe(true);
  });

  it('grows from 5 ms to 30 s by default', () => {
    const backoff = createKeyBackoff(fullWait);

    const all = collectWaits(20, () => backoff.recordFailure('one'));

    expect(all[0]).toBe(5);
    expect(all[1]).toBe(10);
    expect(all[19]).toBe(30_000);
  });

  it('randomizes each wait between half and all of it', () => {
    const longest = createKeyBackoff(() => 0, { baseMs: 100 });
    const middle = createKeyBackoff(() => 0.5, { baseMs: 100 });
    const shortest = createKeyBackoff(() => 0.999_999, { baseMs: 100 });

    expect(longest.recordFailure('one')).toBe(100);
    expect(middle.recordFailure('one')).toBe(75);
    expect(shortest.recordFailure('one')).toBeCloseTo(50, 2);
  });

  // id: case-9
  it('lets a single wait have a lower bound, which wins over the longest wait', () => {
    const backoff = createKeyBackoff(fullWait, { baseMs: 100, maxMs: 400 });

    expect(backoff.recordFailure('one')).toBe(100);
    expect(backoff.recordFailure('one', { atLeastMs: 5000 })).toBe(5000);
    expect(backoff.recordFailure('one')).toBe(400);
  });

  // id: case-9
  it('doubles from another first wait on, after any number of shorter ones', () => {
    const backoff = createKeyBackoff(fullWait);
    collectWaits(3, () => backoff.recordFailure('one'));

    expect(collectWaits(4, () => backoff.recordFailure('one', { firstMs: 1000 }))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoff.recordFailure('one', { firstMs: 1 })).toBe(16_000);
    expect(backoff.failures('one')).toBe(8);
  });
});
