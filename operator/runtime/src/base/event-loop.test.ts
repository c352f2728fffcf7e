import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EventLoop } from './event-loop.ts';

/** An event loop whose turns come when the test says so, and on which everything takes as long as the test says. */
function setUp() {
  let now = 0;
  let next: (() => void)[] = [];
  const loop = new EventLoop({ monotonic: () => now, nextTurn: (call) => void next.push(call) });
  /** Works through `pieces` pieces of work, and yields where it has to. */
  const work = async (pieces: number, pieceMs: number, done?: () => void): Promise<void> => {
    for (let piece = 0; piece < pieces; piece += 1) {
      const due = loop.yieldIfDue();
      if (due !== undefined) await due;
      now += pieceMs;
      done?.();
    }
  };
  /** Lets the loop turn until nobody has anything to do; returns how long each turn took. */
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
  it('lets short work go on at once', () => {
    const { loop } = setUp();
    expect([loop.yieldIfDue(), loop.yieldIfDue()]).toEqual([undefined, undefined]);
  });

  it('gets its turn after 10 ms and the piece of work that is under way, however many pieces there are', async () => {
    const { work, turns } = setUp();
    const worked = work(1000, 3);

    const lengths = await turns();

    await worked;
    expect(Math.max(...lengths)).toBe(12);
  });

  // id: loops-share-no-turn
  it('gives no turn to several loops at once', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5 })), { maxLength: 10 }),
        async (loops) => {
          const { work, turns } = setUp();
          const all = Promise.all(loops.map(([pieces, pieceMs]) => work(pieces, pieceMs)));

          const [first = 0, ...lengths] = await turns();

          await all;
          // They all begin in the first turn, where each may do a piece before it asks again.
          expect(first).toBeLessThan(10 + 5 * (loops.length + 1));
          expect(Math.max(0, ...lengths)).toBeLessThan(10 + 5);
        },
      ),
    ));

  it('lets those who have yielded go on in turn', async () => {
    const { work, turns } = setUp();
    const order: string[] = [];
    const all = Promise.all(['a', 'b', 'c'].map((name) => work(3, 20, () => order.push(name))));

    await turns();

    await all;
    // Only the first needs no turn for its first piece.
    expect(order.join('')).toBe('a' + 'abc' + 'abc' + 'bc');
  });
});
