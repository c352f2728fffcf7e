import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { WorkQueue } from './work-queue.ts';
import type { QueueObserver } from './options.ts';

interface Observed {
  adds: number;
  retries: number;
  readonly depths: number[];
  readonly waits: number[];
  readonly works: number[];
}

function setUp() {
  const clock = createFakeClock();
  const observed: Observed = { adds: 0, retries: 0, depths: [], waits: [], works: [] };
  const depthByPriority: Record<number, number> = {};
  const observer: QueueObserver = {
    onAdded: () => (observed.adds += 1),
    onRetried: () => (observed.retries += 1),
    onDepth(depth, priority) {
      observed.depths.push(depth);
      depthByPriority[priority] = depth;
    },
    onWaited: (ms) => observed.waits.push(ms),
    onWorked: (ms) => observed.works.push(ms),
  };
  const queue = new WorkQueue({ clock, observer, random: () => 0 });
  return { clock, queue, observed, depthOf: depthByPriority };
}

/** Requests the next key; `now` is the result as soon as it is known. */
function ask(queue: WorkQueue, signal?: AbortSignal): { now: string | undefined } {
  const answer: { now: string | undefined } = { now: 'waiting' };
  void queue.next(signal).then((key) => (answer.now = key));
  return answer;
}

async function takeAll(queue: WorkQueue): Promise<string[]> {
  const keys: string[] = [];
  while (queue.length > 0) {
    const key = (await queue.next())!;
    keys.push(key);
    queue.done(key);
  }
  return keys;
}

describe('a work queue', () => {
  // id: case-1
  it('hands ten workers all keys that fifty producers add', async () => {
    const { queue, clock } = setUp();
    const seen: string[] = [];
    const worker = async (): Promise<void> => {
      for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
        seen.push(key);
        await Promise.resolve();
        queue.done(key);
      }
    };
    const workers = Array.from({ length: 10 }, worker);
    const produce = async (producer: number): Promise<void> => {
      for (let item = 0; item < 50; item += 1) {
        queue.add(`${producer}/${item}`);
        await Promise.resolve();
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, producer) => produce(producer)));
    await clock.settle();

    queue.shutDown();
    queue.add('too late');
    await Promise.all(workers);

    expect(new Set(seen).size).toBe(2500);
    expect(seen).toHaveLength(2500);
    expect(seen).not.toContain('too late');
    expect(queue.length).toBe(0);
  });

  // id: case-2, case-10
  it('holds a key once after several additions', async () => {
    const { queue, observed } = setUp();
    for (const key of ['foo', 'bar', 'foo', 'foo']) queue.add(key);

    expect(queue.length).toBe(2);
    expect(observed.adds).toBe(2);
    expect(await takeAll(queue)).toEqual(['foo', 'bar']);
  });

  // id: case-2
  it('accepts a key again after it was done', async () => {
    const { queue } = setUp();
    queue.add('foo');
    expect(await takeAll(queue)).toEqual(['foo']);

    queue.add('foo');

    expect(await takeAll(queue)).toEqual(['foo']);
  });

  // id: case-3, case-10, fault-4
  it('keeps a key that was added while it was in work until it is done, and hands it out once more', async () => {
    const { queue, clock, observed } = setUp();
    queue.add('foo');
    expect(await queue.next()).toBe('foo');
    queue.add('foo');
    queue.add('foo');
    const second = ask(queue);

    await clock.settle();
    expect(second.now).toBe('waiting');
    expect(queue.length).toBe(0);

    queue.done('foo');
    await clock.settle();
    expect(second.now).toBe('foo');
    expect(observed.adds).toBe(2);

    queue.done('foo');
    expect(queue.length).toBe(0);
  });

  // id: case-3
  it('holds a key once, even if it is added during its work and again after it', async () => {
    const { queue } = setUp();
    queue.add('foo');
    await queue.next();
    queue.add('foo');
    queue.done('foo');
    queue.add('foo');

    expect(queue.length).toBe(1);
    expect(await takeAll(queue)).toEqual(['foo']);
  });

  // id: case-4
  it('hands each key out exactly twice, never at once, if each is added once more while it is in work', async () => {
    const { queue, clock } = setUp();
    const runs = new Map<string, number>();
    const inWork = new Set<string>();
    const worker = async (): Promise<void> => {
      for (let key = await queue.next(); key !== undefined; key = await queue.next()) {
        expect(inWork.has(key)).toBe(false);
        inWork.add(key);
        const run = (runs.get(key) ?? 0) + 1;
        runs.set(key, run);
        if (run === 1) queue.add(key);
        await Promise.resolve();
        inWork.delete(key);
        queue.done(key);
      }
    };
    const workers = Array.from({ length: 10 }, worker);
    for (let item = 0; item < 100; item += 1) queue.add(String(item));
    await clock.settle();
    queue.shutDown();
    await Promise.all(workers);

    expect([...runs.values()]).toEqual(Array.from({ length: 100 }, () => 2));
  });

  it('ignores the end of a key that is not in work', async () => {
    const { queue, observed } = setUp();
    queue.add('foo');

    queue.done('foo');
    queue.done('bar');

    expect(await takeAll(queue)).toEqual(['foo']);
    expect(observed.works).toEqual([0]);
  });

  it('serves waiting callers in the order of arrival', async () => {
    const { queue, clock } = setUp();
    const [first, second] = [ask(queue), ask(queue)];

    queue.add('foo');
    await clock.settle();
    expect([first.now, second.now]).toEqual(['foo', 'waiting']);

    queue.add('bar');
    await clock.settle();
    expect(second.now).toBe('bar');
  });

  it('resolves a wait with undefined when its signal aborts, and loses no key', async () => {
    const { queue, clock } = setUp();
    const stop = new AbortController();
    const [leaving, staying] = [ask(queue, stop.signal), ask(queue)];

    stop.abort();
    queue.add('foo');
    await clock.settle();

    expect([leaving.now, staying.now]).toEqual([undefined, 'foo']);
    queue.add('bar');
    expect(await queue.next(stop.signal)).toBeUndefined();
    expect(queue.length).toBe(1);
  });
});

describe('priorities', () => {
  // id: case-11
  it('come before the order of additions', async () => {
    const { queue } = setUp();
    queue.add('list', { priority: -100 });
    queue.add('event 1');
    queue.add('urgent', { priority: 10 });
    queue.add('event 2');

    expect(await takeAll(queue)).toEqual(['urgent', 'event 1', 'event 2', 'list']);
  });

  // id: case-11
  it.each([
    [1, 2],
    [2, 1],
  ])('are the highest requested: of %i and %i it is 2', async (one, other) => {
    const { queue } = setUp();
    queue.add('between', { priority: 1.5 });
    queue.add('foo', { priority: one });
    queue.add('foo', { priority: other });

    expect(queue.length).toBe(2);
    expect(await takeAll(queue)).toEqual(['foo', 'between']);
  });

  // id: case-11
  it('move a key forward when they are raised', async () => {
    const { queue } = setUp();
    for (const key of ['foo', 'bar', 'baz']) queue.add(key);

    queue.add('baz', { priority: 1 });

    expect(await takeAll(queue)).toEqual(['baz', 'foo', 'bar']);
  });

  it('are kept by a key that waits for its time, or for the end of its work', async () => {
    const { queue, clock } = setUp();
    queue.add('delayed', { priority: 5, afterMs: 10 });
    queue.add('worked on');
    await queue.next();
    queue.add('worked on', { priority: 3 });
    queue.add('worked on', { priority: 1 });
    await clock.advance(10);
    queue.done('worked on');
    queue.add('four', { priority: 4 });

    expect(await takeAll(queue)).toEqual(['delayed', 'four', 'worked on']);
  });

  it('of a delayed key count from its time on, and do not change those of a key that is due before', async () => {
    const { queue, clock } = setUp();
    queue.add('looked at again', { afterMs: 10 });
    queue.add('looked at again', { priority: -100 });
    queue.add('listed', { priority: -100 });
    queue.add('event');
    expect(await queue.next()).toBe('event');
    expect(queue.length).toBe(2);
    queue.add('other event');
    await clock.advance(10);

    expect(await takeAll(queue)).toEqual(['other event', 'looked at again', 'listed']);
    await clock.advance(10);
    expect([queue.length, clock.timers]).toEqual([0, 0]);
  });

  it('decide between keys that become due at the same time', async () => {
    const { queue, clock } = setUp();
    queue.add('list', { priority: -100, afterMs: 10 });
    queue.add('event', { afterMs: 10 });
    const worker = ask(queue);

    await clock.advance(10);

    expect([worker.now, queue.length]).toEqual(['event', 1]);
  });

  it('end when the key is handed out', async () => {
    const { queue } = setUp();
    queue.add('foo', { priority: 5 });
    await takeAll(queue);
    queue.add('bar');
    queue.add('foo');

    expect(await takeAll(queue)).toEqual(['bar', 'foo']);
  });
});

describe('the end of a work queue', () => {
  // id: case-5
  it('drains: first finishes keys in work, and those added to it meanwhile', async () => {
    const { queue, clock } = setUp();
    queue.add('foo');
    queue.add('bar');
    await queue.next();
    await queue.next();
    queue.add('foo');
    let drained = false;
    void queue.drain().then(() => (drained = true));
    queue.add('too late');

    queue.done('bar');
    queue.done('foo');
    await clock.settle();
    expect(drained).toBe(false);

    expect(await queue.next()).toBe('foo');
    queue.done('foo');
    await clock.settle();
    expect(drained).toBe(true);
    expect(await queue.next()).toBeUndefined();
  });

  it('drains due keys, but no delayed ones', async () => {
    const { queue, clock } = setUp();
    queue.add('due');
    queue.add('delayed', { afterMs: 5 });
    const drained = queue.drain();

    expect(await queue.next()).toBe('due');
    const last = ask(queue);
    queue.done('due');
    await drained;
    await clock.settle();

    expect(last.now).toBeUndefined();
    expect(clock.timers).toBe(0);
  });

  // id: case-6
  it('ends a drain when the last due key is removed, which then no longer counts in the depth', async () => {
    const { queue, depthOf: depthByPriority } = setUp();
    queue.add('a/gone');
    const drained = queue.drain();
    queue.remove('a/gone');
    await drained;
    expect(depthByPriority[0]).toBe(0);
  });

  it('drains at once when it is empty, and when it is shut down', async () => {
    await setUp().queue.drain();
    const { queue } = setUp();
    queue.add('foo');
    await queue.next();
    const drained = queue.drain();

    queue.shutDown();

    await drained;
  });

  it('hands out nothing once it is shut down, and ends all waits', async () => {
    const { queue, clock, observed } = setUp();
    const waiting = [ask(queue), ask(queue)];
    await clock.settle();
    queue.add('in work');
    queue.add('in work too');
    for (const key of ['due', 'due too']) queue.add(key);
    queue.add('delayed', { afterMs: 5 });
    queue.add('in work');

    queue.shutDown();
    queue.add('too late');
    queue.retry('too late');
    queue.done('in work');
    await clock.advance(60_000);

    expect(waiting.map(({ now }) => now)).toEqual(['in work', 'in work too']);
    expect(await queue.next()).toBeUndefined();
    expect(queue.length).toBe(0);
    expect(observed.depths.at(-1)).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('ends the waits of callers', async () => {
    const { queue, clock } = setUp();
    const waiting = [ask(queue), ask(queue)];

    queue.shutDown();
    await clock.settle();

    expect(waiting.map(({ now }) => now)).toEqual([undefined, undefined]);
  });
});

describe('the calls of an observer', () => {
  // id: case-11
  it.each([
    { first: 1, second: 2, depths: { '1': 0, '2': 0 } },
    { first: 2, second: 1, depths: { '2': 0 } },
  ])('is the depth of each priority: $first, then $second', async ({ first, second, depths }) => {
    const { queue, depthOf: depthByPriority } = setUp();
    queue.add('foo', { priority: first });
    queue.add('foo', { priority: second });
    expect(depthByPriority).toMatchObject({ '2': 1 });
    await takeAll(queue);
    expect(depthByPriority).toEqual(depths);
  });

  it('report how long keys waited and were worked on, and how many are due', async () => {
    const { queue, clock, observed } = setUp();
    queue.add('foo');
    queue.add('bar');
    await clock.advance(30);
    await queue.next();
    await clock.advance(12);
    queue.done('foo');

    expect(observed).toEqual({ adds: 2, retries: 0, depths: [1, 2, 1], waits: [30], works: [12] });
  });

  it('count the wait of a delayed key from when it is due, and of one in work from when it was added', async () => {
    const { queue, clock, observed } = setUp();
    queue.add('foo', { afterMs: 100 });
    expect(observed.adds).toBe(0);
    await clock.advance(107);
    await queue.next();
    queue.add('foo');
    await clock.advance(40);
    queue.done('foo');
    await queue.next();

    expect(observed.waits).toEqual([7, 40]);
    expect(observed.adds).toBe(2);
  });

  it('exclude the keys in work, which `inWork` counts', async () => {
    const { queue } = setUp();
    queue.add('foo');
    expect(queue.inWork).toBe(0);
    await queue.next();
    queue.add('foo');
    queue.add('bar');
    await queue.next();
    expect(queue.inWork).toBe(2);

    queue.done('foo');
    expect(queue.inWork).toBe(1);
  });
});
