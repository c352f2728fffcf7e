import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { WorkQueue } from './work-queue.ts';

const createQueue = (): WorkQueue => new WorkQueue({ clock: createFakeClock() });

/** Takes keys until `wanted`, and adds each again while it is in work. Returns the number of keys before `wanted`. */
async function countKeysBefore(queue: WorkQueue, wanted: string, atMost: number): Promise<number> {
  for (let handedOut = 0; handedOut < atMost; handedOut += 1) {
    const key = (await queue.next())!;
    if (key === wanted) return handedOut;
    queue.add(key);
    queue.done(key);
  }
  return Infinity;
}

describe('namespaces', () => {
  it('are served in turn: a flood of 2,000 keys in one delays a key of another by at most one key', async () => {
    const queue = createQueue();
    for (let index = 0; index < 2_000; index += 1) queue.add(`flood/${String(index)}`);
    queue.add('quiet/single');

    expect(await countKeysBefore(queue, 'quiet/single', 2_001)).toBeLessThanOrEqual(1);
  });

  // id: case-11
  it('each keep the order of their keys, as do keys without a namespace', async () => {
    const queue = createQueue();
    const keys = ['a/1', 'a/2', 'a/3', 'node-1', 'node-2', 'b/1'];
    for (const key of keys) queue.add(key);
    const order: string[] = [];
    while (queue.length > 0) order.push((await queue.next())!);

    expect(order).toEqual(['a/1', 'node-1', 'b/1', 'a/2', 'node-2', 'a/3']);
  });

  it('that are added again after their turn come after those that wait', async () => {
    const queue = createQueue();
    for (const key of ['a/1', 'b/1', 'c/1']) queue.add(key);
    expect(await queue.next()).toBe('a/1');
    queue.done('a/1');
    queue.add('a/1');

    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual(['b/1', 'c/1', 'a/1']);
  });
});

describe('a lower priority', () => {
  // id: case-11
  it('gets every tenth key next to 100 keys that are added all the time', async () => {
    const queue = createQueue();
    const swept = Array.from({ length: 20 }, (_, index) => `team-${String(index % 3)}/swept-${String(index)}`);
    for (const key of swept) queue.add(key, { priority: -100 });
    for (let index = 0; index < 100; index += 1) queue.add(`team-${String(index % 7)}/busy-${String(index)}`);
    const places: number[] = [];
    for (let place = 1; place <= 200; place += 1) {
      const key = (await queue.next())!;
      if (key.includes('swept')) places.push(place);
      else queue.add(key);
      queue.done(key);
    }

    expect(places).toEqual(swept.map((_, index) => 10 * (index + 1)));
  });

  it('gets its share next to busy keys of the same namespace', async () => {
    const queue = createQueue();
    queue.add('team/swept', { priority: -100 });
    for (let index = 0; index < 100; index += 1) queue.add(`team/busy-${String(index)}`);

    expect(await countKeysBefore(queue, 'team/swept', 101)).toBe(9);
  });

  it('gets everything while no higher priority is due', async () => {
    const queue = createQueue();
    for (const low of ['low 1', 'low 2']) queue.add(low, { priority: -100 });
    queue.add('busy');
    expect(await queue.next()).toBe('busy');
    queue.add('busy');

    expect([await queue.next(), await queue.next()]).toEqual(['low 1', 'low 2']);
  });
});

/** A key that is added again each time it was handed out, and its priority each time. */
interface Busy {
  readonly key: string;
  readonly priorities: readonly number[];
}

const namespace = fc.constantFrom('a/', 'b/', 'c/', 'd/', '');
const priority = fc.constantFrom(-100, 0, 7);
const busy: fc.Arbitrary<Busy> = fc.record({
  key: fc.tuple(namespace, fc.nat(9)).map(([of, name]) => `${of}busy-${String(name)}`),
  priorities: fc.array(priority, { minLength: 1, maxLength: 5 }),
});
const crowd = fc.uniqueArray(busy, { minLength: 1, maxLength: 30, size: 'max', selector: ({ key }) => key });
const getNamespace = (key: string): string => key.slice(0, key.indexOf('/') + 1);

describe('the wait of a due key', () => {
  // id: fault-15
  it('is limited to a number of keys that are handed out before it, even for busy workers', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ crowd, workers: fc.integer({ min: 1, max: 4 }), of: namespace, priority }),
        async ({ crowd, workers, of, priority: own }) => {
          const queue = createQueue();
          const wanted = `${of}wanted`;
          const rounds = new Map(crowd.map(({ key, priorities }) => [key, [...priorities]]));
          const ask = (key: string): void => {
            const [next = 0, ...later] = rounds.get(key) ?? [];
            rounds.set(key, [...later, next]);
            queue.add(key, { priority: next });
          };
          for (const { key } of crowd) ask(key);
          queue.add(wanted, { priority: own });

          const ahead = crowd.filter(({ key }) => getNamespace(key) === of).length;
          const namespaces = new Set([of, ...crowd.map(({ key }) => getNamespace(key))]).size;
          const priorities = new Set([own, ...crowd.flatMap((each) => each.priorities)]).size;
          const bound = (ahead + 1) * namespaces * (priorities === 1 ? 1 : 8 + priorities);

          const inWork: string[] = [];
          let key = (await queue.next())!;
          let handedOut = 1;
          for (; key !== wanted && handedOut <= bound; handedOut += 1) {
            inWork.push(key);
            // Half of the keys are added during their work, the others after it.
            if (handedOut % 2 === 0) ask(key);
            while (inWork.length >= workers || queue.length === 0) {
              const ended = inWork.shift()!;
              queue.done(ended);
              ask(ended);
            }
            key = (await queue.next())!;
          }
          expect(handedOut).toBeLessThanOrEqual(bound);
        },
      ),
      { numRuns: 300 },
    ));
});
