import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { createWorkQueue } from './keyed-work-queue.ts';
import type { AddOptions, RetryOptions, WorkQueue } from './work-queue.ts';

const backoff = { baseMs: 1, maxMs: 16 };

interface Entry {
  readonly key: string;
  asked: 'not' | 'later' | 'due';
  priority: number;
  /** When it is due, or gets a higher priority, if that is yet to come. */
  later: { readonly at: number; readonly priority: number } | undefined;
  /** When it took its place in its lane: who has the lower number came first. */
  place: number;
  inWork: boolean;
}

/** The laws, written down as plainly as they can be: it looks through all keys each time. */
class PlainQueue {
  now = 0;
  readonly entries = new Map<string, Entry>();
  readonly failures = new Map<string, number>();
  #places = 0;

  add(key: string, { priority = 0, afterMs = 0 }: AddOptions): void {
    const entry = this.#entryOf(key);
    if (afterMs <= 0) this.#becomeDue(entry, priority, ++this.#places);
    else this.#wait(entry, { at: this.now + afterMs, priority });
  }

  retry(key: string, options: RetryOptions): void {
    const earlier = this.failures.get(key) ?? 0;
    this.failures.set(key, earlier + 1);
    const waitMs = Math.min(2 ** earlier, options.maxMs ?? backoff.maxMs);
    this.add(key, { priority: options.priority ?? 0, afterMs: Math.max(waitMs, options.atLeastMs ?? 0) });
  }

  /** One millisecond passes. What becomes due in the same one has come at the same time. */
  tick(): void {
    this.now += 1;
    const place = ++this.#places;
    for (const entry of this.entries.values()) {
      const { later } = entry;
      if (later !== undefined && later.at <= this.now) this.#becomeDue(entry, later.priority, place);
    }
  }

  /** Those that may be handed out next: of the highest priority, first come. */
  next(): readonly string[] {
    const due = this.due();
    const highest = Math.max(...due.map(({ priority }) => priority));
    const inLane = due.filter(({ priority }) => priority === highest);
    const first = Math.min(...inLane.map(({ place }) => place));
    return inLane.filter(({ place }) => place === first).map(({ key }) => key);
  }

  take(key: string): void {
    expect(this.next()).toContain(key);
    const entry = this.entries.get(key)!;
    expect(entry.inWork).toBe(false);
    entry.asked = 'not';
    entry.later = undefined;
    entry.inWork = true;
  }

  done(key: string): void {
    const entry = this.entries.get(key);
    if (entry?.inWork !== true) return;
    entry.inWork = false;
    if (entry.asked === 'due') entry.place = ++this.#places;
  }

  dropDelayed(): void {
    for (const entry of this.entries.values()) {
      entry.later = undefined;
      if (entry.asked === 'later') entry.asked = 'not';
    }
  }

  due(): readonly Entry[] {
    return [...this.entries.values()].filter(({ asked, inWork }) => asked === 'due' && !inWork);
  }

  inWork(): readonly string[] {
    return [...this.entries.values()].filter((entry) => entry.inWork).map(({ key }) => key);
  }

  #entryOf(key: string): Entry {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const fresh: Entry = { key, asked: 'not', priority: 0, later: undefined, place: 0, inWork: false };
    this.entries.set(key, fresh);
    return fresh;
  }

  #wait(entry: Entry, later: NonNullable<Entry['later']>): void {
    if (entry.asked === 'due' && later.priority <= entry.priority) return;
    if (entry.asked === 'not') entry.asked = 'later';
    const before = entry.later ?? later;
    entry.later = { at: Math.min(before.at, later.at), priority: Math.max(before.priority, later.priority) };
  }

  #becomeDue(entry: Entry, priority: number, place: number): void {
    const isNew = entry.asked !== 'due';
    if (isNew || (priority > entry.priority && !entry.inWork)) entry.place = place;
    entry.priority = isNew ? priority : Math.max(priority, entry.priority);
    entry.asked = 'due';
    if (entry.later !== undefined && entry.later.priority <= entry.priority) entry.later = undefined;
  }
}

/** A queue beside the plain one. */
class Pair {
  readonly clock: FakeClock = createFakeClock();
  readonly queue: WorkQueue = createWorkQueue({ clock: this.clock, random: () => 0, backoff });
  readonly plain = new PlainQueue();
  waiting = 0;
  readonly #handedOut: (string | undefined)[] = [];

  ask(): void {
    this.waiting += 1;
    void this.queue.next().then((key) => this.#handedOut.push(key));
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1) {
      await this.clock.advance(1);
      this.plain.tick();
      await this.compare();
    }
  }

  /** What was handed out had to be, and nothing is held back. */
  async compare(): Promise<void> {
    await this.clock.settle();
    for (const key of this.#handedOut.splice(0)) {
      this.waiting -= 1;
      if (key !== undefined) this.plain.take(key);
    }
    if (this.waiting > 0) expect(this.plain.due()).toEqual([]);
    expect(this.queue.length).toBe(this.plain.due().length);
    for (const key of this.plain.entries.keys()) {
      expect(this.queue.failures(key)).toBe(this.plain.failures.get(key) ?? 0);
    }
  }
}

type Step = (pair: Pair) => void | Promise<void>;

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const priority = fc.constantFrom(-100, 0, 0, 0, 7);
// Short, so that keys often become due at the same time.
const ms = fc.nat(4);

/** As data, so that a counterexample can be read. */
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, afterMs: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, afterMs: ms }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), atMost: fc.constantFrom(1, 1, 2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('done' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), key, atLeastMs: fc.constantFrom(0, 0, 3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms }) },
);
type Described = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function stepOf(described: Described): Step {
  switch (described.do) {
    case 'add':
      return ({ queue, plain }) => {
        queue.add(described.key, described);
        plain.add(described.key, described);
      };
    case 'ask':
      // Few workers, or every key would be taken as soon as it is due.
      return (pair) => {
        if (pair.waiting < described.atMost) pair.ask();
      };
    case 'done':
      return ({ queue, plain }) => {
        queue.done(described.key);
        plain.done(described.key);
      };
    case 'fail':
      return ({ queue, plain }) => {
        queue.retry(described.key, described);
        plain.retry(described.key, described);
      };
    case 'forget':
      return ({ queue, plain }) => {
        queue.forget(described.key);
        plain.failures.delete(described.key);
      };
    case 'pass':
      return (pair) => pair.pass(described.ms);
  }
}

async function perform(pair: Pair, described: readonly Described[]): Promise<void> {
  for (const each of described) {
    await stepOf(each)(pair);
    await pair.compare();
  }
}

/** Workers end what they have begun, and take what is left, until nothing is. */
async function finish(pair: Pair): Promise<void> {
  const { queue, plain } = pair;
  while (plain.inWork().length > 0 || plain.due().length > 0) {
    if (plain.due().length > 0) pair.ask();
    await pair.compare();
    for (const each of plain.inWork()) {
      queue.done(each);
      plain.done(each);
      await pair.compare();
    }
  }
}

const script = fc.array(steps, { maxLength: 40, size: 'max' });

describe('a work queue, whatever is asked of it', () => {
  it('hands out each key that is asked for, never twice at once, by priority and first come, at the earliest time', () =>
    fc.assert(
      fc.asyncProperty(script, async (described) => {
        const pair = new Pair();
        await perform(pair, described);
      }),
      { numRuns: 200 },
    ));

  it('loses nothing: in the end everything is done, and nothing is left in it', () =>
    fc.assert(
      fc.asyncProperty(script, async (described) => {
        const pair = new Pair();
        await perform(pair, described);
        await pair.pass(32);
        await finish(pair);
        expect([...pair.plain.entries.values()].filter(({ asked }) => asked !== 'not')).toEqual([]);
        expect([pair.queue.length, pair.queue.inWorkMs, pair.clock.timers]).toEqual([0, 0, 0]);
      }),
      { numRuns: 100 },
    ));

  it('drains: what is due and in work is done, nothing else comes in, and then it ends', () =>
    fc.assert(
      fc.asyncProperty(script, async (described) => {
        const pair = new Pair();
        await perform(pair, described);
        let drained = false;
        void pair.queue.drain().then(() => (drained = true));
        pair.plain.dropDelayed();
        pair.queue.add('too late');
        await pair.compare();
        expect(drained).toBe(pair.plain.due().length === 0 && pair.plain.inWork().length === 0);
        await finish(pair);
        await pair.clock.settle();
        expect(drained).toBe(true);
        expect(await pair.queue.next()).toBeUndefined();
        expect(pair.clock.timers).toBe(0);
      }),
      { numRuns: 100 },
    ));
});

describe('a key that is asked for all the time', () => {
  it('holds up no other of its priority: each is handed out before any comes again', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(20), fc.integer({ min: 1, max: 5 }), async (others, rounds) => {
        const queue = createWorkQueue({ clock: createFakeClock() });
        queue.add('busy');
        for (let other = 0; other < others; other += 1) queue.add(String(other));
        for (let round = 0; round < rounds; round += 1) {
          const handedOut = new Set<string>();
          for (let turn = 0; turn <= others; turn += 1) {
            const next = (await queue.next())!;
            handedOut.add(next);
            queue.add(next);
            queue.add('busy');
            queue.done(next);
          }
          expect(handedOut.size).toBe(others + 1);
        }
      }),
    ));

  it('holds up those of lower priority as long as it takes every worker, and no longer', async () => {
    const queue = createWorkQueue({ clock: createFakeClock() });
    for (const low of ['low 1', 'low 2']) queue.add(low, { priority: -100 });
    queue.add('busy');
    for (let turn = 0; turn < 100; turn += 1) {
      expect(await queue.next()).toBe('busy');
      queue.add('busy');
      queue.done('busy');
    }
    expect(await queue.next()).toBe('busy');
    queue.add('busy');
    expect([await queue.next(), await queue.next()]).toEqual(['low 1', 'low 2']);
  });
});
