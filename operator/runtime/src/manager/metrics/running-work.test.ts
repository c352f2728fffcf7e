import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RunningWork } from './running-work.ts';

describe('RunningWork', () => {
  it('is empty at first, and ignores an end then', () => {
    const work = new RunningWork();
    work.end(5);
    expect([work.size, work.computeTotalMs(10), work.computeLongestMs(10)]).toEqual([0, 0, 0]);
  });

  it('ends the work that started closest to the given time', () => {
    const gapMs = 10;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(1_000), { minLength: 1 }),
        fc.nat(),
        fc.nat(gapMs / 2 - 1),
        (begins, which, lateMs) => {
          const work = new RunningWork();
          const times = begins.map((begin) => begin * gapMs);
          for (const time of times) work.begin(time);
          const ended = times[which % times.length] ?? 0;
          work.end(ended + lateMs);
          const left = times.filter((time) => time !== ended);
          expect(work.size).toBe(left.length);
          expect(work.computeLongestMs(100_000)).toBe(left.length === 0 ? 0 : 100_000 - Math.min(...left));
        },
      ),
    );
  });
});
