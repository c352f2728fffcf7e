import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createCause } from './causes.ts';
import { WorkQueue } from './work-queue.ts';

function setUp() {
  const clock = createFakeClock();
  const queue = new WorkQueue({ clock, random: () => 0 });
  const handedOut: string[] = [];
  const worker = async (): Promise<void> => {
    for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
      handedOut.push(`${key} at ${clock.monotonic()}`);
      queue.done(key);
    }
  };
  return { clock, queue, handedOut, work: () => void worker() };
}

describe('a delayed key', () => {
  // id: case-7
  it('is handed out once, at the earliest of its times', async () => {
    const { clock, queue, handedOut, work } = setUp();
    work();
    queue.add('foo', { afterMs: 50 });
    queue.add('foo', { afterMs: 70 });
    queue.add('bar', { afterMs: 70 });
    queue.add('bar', { afterMs: 30 });

    await clock.advance(1000);

    expect(handedOut).toEqual(['bar at 30', 'foo at 50']);
    expect(clock.timers).toBe(0);
  });

  it('has the causes of the earliest of its times, not of later ones', async () => {
    const { clock, queue } = setUp();
    queue.add('foo', { afterMs: 50, causes: [createCause('timer')] });
    queue.add('foo', { afterMs: 70, causes: [createCause('expiry')] });
    queue.add('bar', { afterMs: 70, causes: [createCause('timer')] });
    queue.add('bar', { afterMs: 30, causes: [createCause('expiry')] });
    queue.add('bar', { afterMs: 30, causes: [createCause('resync')] });

    await clock.advance(1000);

    const read = async (): Promise<readonly string[]> =>
      queue.causesOf((await queue.next())!).map((cause) => cause.toJSON());
    expect([await read(), await read()]).toEqual([['expiry', 'resync'], ['timer']]);
  });

  // id: case-7
  it('is handed out in time order, not in order of additions', async () => {
    const { clock, queue, handedOut, work } = setUp();
    work();
    queue.add('foo', { afterMs: 1000 });
    queue.add('bar', { afterMs: 500 });
    queue.add('baz', { afterMs: 300 });

    await clock.advance(1000);

    expect(handedOut).toEqual(['baz at 300', 'bar at 500', 'foo at 1000']);
  });

  it('shares one timer with all others, and leaves none after the end', () => {
    const { clock, queue } = setUp();
    for (const [key, afterMs] of Object.entries({ foo: 50, bar: 30, baz: 40, qux: 10 })) queue.add(key, { afterMs });
    expect(clock.timers).toBe(1);

    queue.shutDown();

    expect(clock.timers).toBe(0);
  });

  it('is handed out again if it is delayed again after it was handed out', async () => {
    const { clock, queue, handedOut, work } = setUp();
    work();
    queue.add('foo', { afterMs: 10 });
    await clock.advance(10);
    queue.add('foo', { afterMs: 10 });
    await clock.advance(10);

    expect(handedOut).toEqual(['foo at 10', 'foo at 20']);
  });

  // id: case-12
  it('is due at once when it is added without a delay, and then not at its time', async () => {
    const { clock, queue, handedOut, work } = setUp();
    work();
    queue.add('foo', { afterMs: 3_600_000 });
    queue.add('foo');

    await clock.advance(3_600_000);

    expect(handedOut).toEqual(['foo at 0']);
  });

  // id: case-12
  it('does not count as due', async () => {
    const { clock, queue } = setUp();
    queue.add('now');
    queue.add('soon', { afterMs: 1 });
    queue.add('later', { afterMs: 3_600_000 });
    queue.add('now too');
    expect(queue.length).toBe(2);

    await clock.advance(1);

    expect(queue.length).toBe(3);
  });

  it('keeps its delay when its work ends early, and waits for the end of its work otherwise', async () => {
    const { clock, queue, handedOut, work } = setUp();
    for (const key of ['short work', 'long work']) queue.add(key);
    await queue.next();
    await queue.next();
    queue.add('short work', { afterMs: 100 });
    queue.add('long work', { afterMs: 20 });
    await clock.advance(10);
    queue.done('short work');
    work();
    await clock.advance(50);
    expect(handedOut).toEqual([]);

    queue.done('long work');
    await clock.advance(100);

    expect(handedOut).toEqual(['long work at 60', 'short work at 100']);
  });
});

describe('a key that is retried', () => {
  it('waits longer each time, until its failures are forgotten', async () => {
    const { clock, queue, handedOut } = setUp();
    queue.add('foo');
    for (let run = 0; run < 4; run += 1) {
      const key = (await queue.next())!;
      handedOut.push(`${key} at ${clock.monotonic()}`);
      const waitMs = queue.retry(key);
      queue.done(key);
      await clock.advance(waitMs);
    }

    expect(handedOut).toEqual(['foo at 0', 'foo at 5', 'foo at 15', 'foo at 35']);
    expect(queue.failures('foo')).toBe(4);

    queue.forget('foo');
    expect(queue.failures('foo')).toBe(0);
    expect(queue.retry('foo')).toBe(5);
  });

  // id: case-30
  it('is due at once after a new event, but its failures still count', async () => {
    const { clock, queue, handedOut, work } = setUp();
    for (let failure = 0; failure < 10; failure += 1) queue.retry('foo');
    await clock.advance(4);
    queue.add('foo');
    work();
    await clock.settle();

    expect(handedOut).toEqual(['foo at 4']);
    expect(queue.failures('foo')).toBe(10);
    expect(queue.retry('foo')).toBe(5 * 2 ** 10);
  });

  it('waits exactly as long as requested, in the requested priority', async () => {
    const { clock, queue } = setUp();
    expect(queue.retry('short')).toBe(5);
    expect(queue.retry('long', { atLeastMs: 700, priority: -100 })).toBe(700);
    await clock.advance(700);
    queue.add('usual');

    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual(['short', 'usual', 'long']);
  });

  it('is handed out once, though it failed while a new event waited for it', async () => {
    const { clock, queue, handedOut, work } = setUp();
    queue.add('foo');
    await queue.next();
    queue.add('foo');
    queue.retry('foo');
    queue.done('foo');
    work();

    await clock.advance(60_000);

    expect(handedOut).toEqual(['foo at 0']);
  });
});

describe('thirty thousand delayed keys', () => {
  it('that become due at the same time let other timers run', async () => {
    const { clock, queue } = setUp();
    const due: number[] = [];
    for (let n = 0; n < 30_000; n += 1) queue.add(`key-${String(n)}`, { afterMs: 50 });
    const look = (): void => {
      due.push(queue.length);
      if (queue.length < 30_000) clock.after(0, look);
    };
    clock.after(50, look);

    await clock.advance(50);

    expect(due).toEqual(Array.from({ length: 30 }, (_, round) => (round + 1) * 1000));
  });

  it('are each handed out once', async () => {
    const { clock, queue } = setUp();
    const count = 30_000;
    for (let item = 0; item < count; item += 1) queue.add(String(item), { afterMs: (item * 7919) % 1000 });
    await clock.advance(1000);
    expect(queue.length).toBe(count);

    const seen = new Set<string>();
    for (let item = 0; item < count; item += 1) {
      const key = (await queue.next())!;
      seen.add(key);
      queue.done(key);
    }

    expect(seen.size).toBe(count);
  });
});

describe('keys that are done', () => {
  it('leave nothing in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { queue } = setUp();
    const work = async (count: number): Promise<void> => {
      for (let item = 0; item < count; item += 1) {
        queue.add(`namespace/${String(item)}`);
        queue.done((await queue.next())!);
      }
    };
    await work(1000);
    collect();
    const before = process.memoryUsage().heapUsed;

    await work(50_000);
    collect();

    const perKey = (process.memoryUsage().heapUsed - before) / 50_000;
    expect(perKey).toBeLessThan(50);
  });
});
