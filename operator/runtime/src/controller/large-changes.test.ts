import { describe, expect, it } from 'vitest';

import { enqueueInTurns } from './sources.ts';

const buildKeys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `key-${String(index)}`);

/** Creates an event loop whose turn is over whenever a loop asks. `nextTurn` begins the next one. */
function createBusyLoop() {
  const waiting: (() => void)[] = [];
  return {
    yieldIfDue: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async nextTurn() {
      waiting.splice(0).forEach((goOn) => goOn());
      await Promise.resolve();
    },
  };
}

describe('the keys of one change', () => {
  it('are enqueued at once if they are few', () => {
    const enqueued: string[] = [];
    const each = enqueueInTurns((key, why) => enqueued.push(`${key} ${String(why.initial)}`), createBusyLoop(), fail);
    each(['a', 'b'], { initial: true, causes: [] });
    expect(enqueued).toEqual(['a true', 'b true']);
  });

  // id: fault-14
  it('are enqueued in turns of the event loop if they are many, all of them and in order', async () => {
    const enqueued: string[] = [];
    const loop = createBusyLoop();
    const all = buildKeys(1000);
    enqueueInTurns((key) => enqueued.push(key), loop, fail)(all, { initial: false, causes: [] });
    const counts = [enqueued.length];
    while (enqueued.length < all.length) {
      await loop.nextTurn();
      counts.push(enqueued.length);
    }
    expect(counts).toEqual([256, 512, 768, 1000]);
    expect(enqueued).toEqual(all);
  });

  it('call `failed` if their computation throws in a later turn', async () => {
    const failures: unknown[] = [];
    const each = enqueueInTurns(
      () => {
        throw new Error('no queue');
      },
      createBusyLoop(),
      (error) => failures.push(error),
    );
    each(['a'], { initial: false, causes: [] });
    await Promise.resolve();
    expect(failures).toEqual([new Error('no queue')]);
  });
});

function fail(error: unknown): never {
  throw error;
}
