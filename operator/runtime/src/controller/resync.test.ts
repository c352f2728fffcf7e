import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { silentLogger } from '../base/index.ts';
import { runResync } from './resync.ts';

/** The times of the resyncs within `forMs`, in milliseconds. */
async function recordRounds(
  forMs: number,
  options: { readonly resyncPeriodMs: number; readonly random: () => number },
) {
  const clock = createFakeClock();
  const over = new AbortController();
  const times: number[] = [];
  const enqueueAll = (): Promise<number> => Promise.resolve(times.push(clock.monotonic()));
  const running = runResync({ clock, log: silentLogger, enqueueAll, ...options }, over.signal);
  await clock.advance(forMs);
  over.abort();
  await running;
  await clock.advance(forMs);
  expect(clock.timers).toBe(0);
  return times;
}

describe('a resync', () => {
  it('comes once per period, first after one period, and not after the end', async () => {
    expect(await recordRounds(35_000, { resyncPeriodMs: 10_000, random: () => 0.5 })).toEqual([10_000, 20_000, 30_000]);
  });

  it('is early or late by up to a tenth of its period', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (ms, part) => {
          const [first = 0] = await recordRounds(2 * ms, { resyncPeriodMs: ms, random: () => part });
          expect(first).toBeCloseTo(ms * (0.9 + 0.2 * part), 3);
        },
      ),
    ));

  it('is early or late by a different part each time', async () => {
    const parts = [0, 0.999_999, 0.5];
    const times = await recordRounds(31_000, { resyncPeriodMs: 10_000, random: () => parts.shift() ?? 0.5 });
    expect(times.map(Math.round)).toEqual([9000, 20_000, 30_000]);
  });
});
