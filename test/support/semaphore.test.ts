import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Semaphore } from './semaphore.ts';

/** A task that runs until one of these is called. */
interface Task {
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** Runs tasks, and has those that run, in the order in which they have begun. */
function setUp(limit: number) {
  const semaphore = new Semaphore(limit);
  const running = new Map<string, Task>();
  const run = (name: string): Promise<string> =>
    semaphore.run(async () => {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      running.set(name, { end: () => resolve(undefined), fail: reject });
      await promise.finally(() => running.delete(name));
      return `${name} is over`;
    });
  return { run, running, names: () => [...running.keys()].join('') };
}

/** Lets everything happen that waits for nothing but promises. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('begins a task at once while fewer than its limit run, and the others in the order in which they came', async () => {
    const { run, running, names } = setUp(2);
    const all = Promise.all(['a', 'b', 'c', 'd'].map(run));
    expect(names()).toBe('ab');
    running.get('b')?.end();
    await settled();
    expect(names()).toBe('ac');
    running.get('a')?.end();
    await settled();
    expect(names()).toBe('cd');
    for (const { end } of running.values()) end();
    expect(await all).toEqual(['a is over', 'b is over', 'c is over', 'd is over']);
  });

  it('gives the place of a task that has failed to the next one', async () => {
    const { run, running, names } = setUp(1);
    const first = run('a');
    const second = run('b');
    running.get('a')?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    expect(names()).toBe('b');
    running.get('b')?.end();
    await expect(second).resolves.toBe('b is over');
  });

  it('gives a place to a task that throws before it has returned a promise, and takes it back', async () => {
    const semaphore = new Semaphore(1);
    const throws = (): Promise<never> => {
      throw new Error('broken');
    };
    await expect(semaphore.run(throws)).rejects.toThrow('broken');
    await expect(semaphore.run(() => Promise.resolve('works'))).resolves.toBe('works');
  });

  it('is as free as at first once all tasks are over, whatever happened', async () => {
    const steps = fc.array(fc.constantFrom('begin', 'end', 'fail'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (limit, all) => {
        const { run, running } = setUp(limit);
        const ran: Promise<unknown>[] = [];
        const oldest = (): Task | undefined => running.values().next().value;
        for (const step of all) {
          if (step === 'begin') ran.push(run(`task ${String(ran.length)}`).catch(String));
          else if (step === 'end') oldest()?.end();
          else oldest()?.fail(new Error('broken'));
          await settled();
          expect(running.size).toBeLessThanOrEqual(limit);
        }
        for (let next = oldest(); next !== undefined; next = oldest()) {
          next.end();
          await settled();
        }
        await Promise.all(ran);
        for (let count = 0; count < limit + 1; count += 1) void run(`last ${String(count)}`);
        expect(running.size).toBe(limit);
      }),
    );
  });
});
