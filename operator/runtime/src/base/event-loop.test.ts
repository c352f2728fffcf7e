import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EventLoop } from './event-loop.ts';

/** Creates an event loop whose turns and clock the test controls. */
function setUp() {
  let now = 0;
  let next: (() => void)[] = [];
  const loop = new EventLoop({ monotonic: () => now, nextTurn: (call) => void next.push(call) });
  /** Does `pieces` pieces of work, and yields where necessary. */
  const work = async (pieces: number, pieceMs: number, done?: () => void): Promise<void> => {
    for (let piece = 0; piece < pieces; piece += 1) {
      const due = loop.yieldIfDue();
      if (due !== undefined) await due;
      now += pieceMs;
      done?.();
    }
  };
  /** Runs turns of the event loop until no work is left. Returns how long each turn took. */
  const turns = async (): Promise<number[]> => {
    const lengths: number[] = [];
    for (let begunAt = 0; ;) {
      await new Promise(setImmediate);
      lengths.push(now - begunAt);
      begunAt = now;
      const calls = next;
      next = [];
      if (calls.length === 0) return lengths;
      for (const call of calls) call();
    }
  };
  return { loop, work, turns };
}

describe('the event loop', () => {
  it('lets short work continue at once', () => {
    const { loop } = setUp();
    expect([loop.yieldIfDue(), loop.yieldIfDue()]).toEqual([undefined, undefined]);
  });

  it('gets a turn after 10 ms plus the current step, for any number of steps', async () => {
    const { work, turns } = setUp();
    const worked = work(1000, 3);

    const lengths = await turns();

    await worked;
    expect(Math.max(...lengths)).toBe(12);
  });

  it('does not give several loops more of a turn than one', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5 })), { maxLength: 10 }),
        async (loops) => {
          const { work, turns } = setUp();
          const all = Promise.all(loops.map(([pieces, pieceMs]) => work(pieces, pieceMs)));

          const [first = 0, ...lengths] = await turns();

          await all;
          // All loops start in the first turn, in which each may do one step before it asks whether to yield.
          expect(first).toBeLessThan(10 + 5 * (loops.length + 1));
          expect(Math.max(0, ...lengths)).toBeLessThan(10 + 5);
        },
      ),
    ));

  it('resumes the loops that have yielded in turn', async () => {
    const { work, turns } = setUp();
    const order: string[] = [];
    const all = Promise.all(['a', 'b', 'c'].map((name) => work(3, 20, () => order.push(name))));

    await turns();

    await all;
    // Only loop a does its first step without a turn of its own.
    expect(order.join('')).toBe('a' + 'abc' + 'abc' + 'bc');
  });
});
