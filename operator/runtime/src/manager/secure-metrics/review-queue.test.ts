import { describe, expect, it } from 'vitest';

import { mostWaiting, perPeer, type Requester, ReviewQueue, slots } from './review-queue.ts';

/** A queue of reviews that end when the test ends them. */
class QueueFixture {
  readonly reviews = new ReviewQueue();
  /** The names of the started reviews, in order. */
  readonly begun: string[] = [];
  readonly busy: string[] = [];
  readonly #answers: (() => void)[] = [];

  ask(name: string, rank: Requester['rank'], lane = name): void {
    const ask = (): Promise<void> => {
      this.begun.push(name);
      return new Promise((resolve) => this.#answers.push(resolve));
    };
    void this.reviews.run({ rank, lane }, ask).catch(() => this.busy.push(name));
  }

  /** Ends the started reviews, oldest first. */
  async answer(count = 1): Promise<void> {
    for (const resolve of this.#answers.splice(0, count)) resolve();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const buildNames = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index)}`);

async function askAll(...groups: readonly (readonly [readonly string[], Requester['rank']])[]): Promise<QueueFixture> {
  const all = new QueueFixture();
  for (const [names, rank] of groups) for (const name of names) all.ask(name, rank);
  await settled();
  return all;
}

describe('reviews', () => {
  it('leave slots to higher ranks, for any number of running reviews', async () => {
    const all = await askAll(
      [buildNames(20, 'suspect'), 'suspect'],
      [buildNames(20, 'new'), 'new'],
      [buildNames(20, 'known'), 'known'],
    );
    const begun = (prefix: string): number => all.begun.filter((name) => name.startsWith(prefix)).length;
    expect([begun('suspect'), begun('new'), begun('known')]).toEqual([
      slots.suspect,
      slots.new - slots.suspect,
      slots.known - slots.new,
    ]);
  });

  it('start in the order of their ranks', async () => {
    const all = await askAll([buildNames(slots.known, 'first'), 'known']);
    for (const rank of ['suspect', 'new', 'known'] as const) all.ask(rank, rank);
    await all.answer(slots.known);
    expect(all.begun.slice(slots.known)).toEqual(['known', 'new', 'suspect']);
  });

  it('of one peer are limited, and take turns with those of other peers', async () => {
    const all = new QueueFixture();
    for (const name of buildNames(perPeer.inFlight + perPeer.waiting + 1, 'a')) all.ask(name, 'new', 'a');
    for (const name of buildNames(slots.new - perPeer.inFlight, 'other')) all.ask(name, 'new');
    all.ask('late', 'new');
    await settled();
    expect(all.begun).not.toContain('late');
    expect(all.busy).toEqual([`a-${String(perPeer.inFlight + perPeer.waiting)}`]);
    await all.answer();
    expect(all.begun.at(-1)).toBe('late');
    await all.answer();
    expect(all.begun.at(-1)).toBe('a-2');
  });

  it('wait in limited number: beyond it, those of the lowest rank are dropped', async () => {
    const all = await askAll(
      [buildNames(slots.known, 'first'), 'known'],
      [buildNames(mostWaiting, 'suspect'), 'suspect'],
      [['other'], 'suspect'],
      [['new'], 'new'],
    );
    expect(all.busy).toEqual(['other', `suspect-${String(mostWaiting - 1)}`]);
    expect(all.reviews.size).toBe(slots.known + mostWaiting);
    await all.answer(slots.known);
    expect(all.begun.slice(slots.known)).toEqual(['new', 'suspect-0', 'suspect-1']);
  });

  it('leave nothing in memory, answered or not', async () => {
    const { reviews } = await askAll();
    const failing = (): Promise<never> => Promise.reject(new Error('down'));
    const requester = { rank: 'new', lane: 'a' } as const;
    await expect(reviews.run(requester, failing)).rejects.toThrow('down');
    expect(await reviews.run(requester, () => Promise.resolve('yes'))).toBe('yes');
    expect(reviews.size).toBe(0);
  });
});
