import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { type Causes, createCause } from './causes.ts';
import { WorkQueue } from './work-queue.ts';
import type { AddOptions, RetryOptions } from './options.ts';

const backoff = { baseMs: 1, maxMs: 16 };

/** How often in a row a priority may be passed over, unless another one has waited longer. */
const maxPassedOver = 9;

interface Entry {
  readonly key: string;
  asked: 'not' | 'later' | 'due';
  priority: number;
  /** When the key becomes due or gets a higher priority in the future, and when that was requested. */
  later: { readonly at: number; readonly asked: number; readonly priority: number } | undefined;
  /** The order in which keys were placed within their namespace: the lowest number first. */
  place: number;
  inWork: boolean;
  causes: Set<string>;
  /** The causes of the delayed request. */
  laterCauses: Set<string>;
  workCauses: Set<string>;
}

/** A reference model of the queue: simple, and slow, because it searches all keys each time. */
class PlainQueue {
  now = 0;
  readonly entries = new Map<string, Entry>();
  readonly failures = new Map<string, number>();
  /** How often each priority with due keys was passed over in a row. */
  readonly #passedOver = new Map<number, number>();
  /** When each namespace with due keys went to the end of the rotation, by namespace and priority. */
  readonly #turns = new Map<string, number>();
  readonly #waits = new Waits();
  #places = 0;

  add(key: string, { priority = 0, afterMs = 0, causes = [] }: AddOptions): void {
    const entry = this.#getEntry(key);
    const texts = new Set(toTexts(causes));
    if (afterMs <= 0) {
      entry.causes = entry.causes.union(texts);
      this.#becomeDue(entry, priority);
    } else {
      this.#wait(entry, { at: this.now + afterMs, asked: ++this.#places, priority }, texts);
    }
    this.#join();
  }

  retry(key: string, options: RetryOptions): void {
    const earlier = this.failures.get(key) ?? 0;
    this.failures.set(key, earlier + 1);
    const waitMs = Math.min(2 ** earlier, backoff.maxMs);
    const entry = this.#getEntry(key);
    entry.causes = entry.causes.union(entry.workCauses).add('retry');
    this.add(key, { priority: options.priority ?? 0, afterMs: Math.max(waitMs, options.atLeastMs ?? 0) });
  }

  remove(key: string): void {
    const entry = this.#getEntry(key);
    entry.asked = 'not';
    entry.later = undefined;
    entry.causes = new Set();
    this.failures.delete(key);
    this.#join();
  }

  giveBack(key: string): void {
    const entry = this.#getEntry(key);
    entry.causes = entry.causes.union(entry.workCauses);
    this.add(key, {});
  }

  /** Advances time by one millisecond. Keys that become due at the same time keep the order of their requests. */
  tick(): void {
    this.now += 1;
    const ripe = [...this.entries.values()].filter(({ later }) => later !== undefined && later.at <= this.now);
    for (const entry of ripe.sort((one, other) => one.later!.asked - other.later!.asked)) {
      entry.causes = entry.causes.union(entry.laterCauses);
      this.#becomeDue(entry, entry.later!.priority);
      this.#join();
    }
  }

  /** The key that must be handed out next: that of the namespace whose turn it is, in the lane whose turn it is. */
  next(): string | undefined {
    const lane = this.due().filter(({ priority }) => priority === this.#nextPriority());
    const [first] = lane.sort((one, other) => this.#getTurn(one) - this.#getTurn(other) || one.place - other.place);
    return first?.key;
  }

  take(key: string): void {
    expect(key).toBe(this.next());
    const entry = this.entries.get(key)!;
    expect(entry.inWork).toBe(false);
    this.#waits.recordHandOut(entry, this.due());
    for (const [priority, times] of this.#passedOver) this.#passedOver.set(priority, times + 1);
    this.#passedOver.set(entry.priority, 0);
    this.#turns.set(formatLane(entry), ++this.#places);
    entry.asked = 'not';
    entry.later = undefined;
    entry.inWork = true;
    entry.workCauses = entry.causes;
    entry.causes = new Set();
    this.#join();
  }

  done(key: string): void {
    const entry = this.entries.get(key);
    if (entry?.inWork !== true) return;
    entry.inWork = false;
    entry.workCauses = new Set();
    if (entry.asked === 'due') entry.place = ++this.#places;
    this.#join();
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

  #getEntry(key: string): Entry {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const causes = { causes: new Set<string>(), laterCauses: new Set<string>(), workCauses: new Set<string>() };
    const fresh: Entry = { key, asked: 'not', priority: 0, later: undefined, place: 0, inWork: false, ...causes };
    this.entries.set(key, fresh);
    return fresh;
  }

  #wait(entry: Entry, later: NonNullable<Entry['later']>, causes: Set<string>): void {
    if (entry.asked === 'due' && later.priority <= entry.priority) return;
    if (entry.asked === 'not') entry.asked = 'later';
    const before = entry.later ?? later;
    if (entry.later === undefined || later.at < before.at) entry.laterCauses = causes;
    else if (later.at === before.at) entry.laterCauses = entry.laterCauses.union(causes);
    const earlier = later.at < before.at ? later : before;
    entry.later = { ...earlier, priority: Math.max(before.priority, later.priority) };
  }

  /** The priority that was passed over most, if it must get its turn; otherwise the highest one. */
  #nextPriority(): number {
    const lanes = [...this.#passedOver].sort(([one], [other]) => other - one);
    const overdue = lanes.filter(([, times]) => times >= maxPassedOver).sort(([, one], [, other]) => other - one);
    return [...overdue, ...lanes][0]![0];
  }

  #getTurn(entry: Entry): number {
    return this.#turns.get(formatLane(entry))!;
  }

  /** Adds lanes and namespaces with new due keys at the end, and removes empty ones. */
  #join(): void {
    const due = this.due();
    const priorities = new Set(due.map(({ priority }) => priority));
    for (const gone of [...this.#passedOver.keys()].filter((known) => !priorities.has(known))) {
      this.#passedOver.delete(gone);
    }
    for (const priority of priorities) this.#passedOver.set(priority, this.#passedOver.get(priority) ?? 0);
    const namespaces = new Set(due.map(formatLane));
    for (const gone of [...this.#turns.keys()].filter((known) => !namespaces.has(known))) this.#turns.delete(gone);
    for (const each of namespaces) this.#turns.set(each, this.#turns.get(each) ?? ++this.#places);
  }

  #becomeDue(entry: Entry, priority: number): void {
    const isNew = entry.asked !== 'due';
    if (isNew || (priority > entry.priority && !entry.inWork)) entry.place = ++this.#places;
    entry.priority = isNew ? priority : Math.max(priority, entry.priority);
    entry.asked = 'due';
    if (entry.later !== undefined && entry.later.priority <= entry.priority) entry.later = undefined;
  }
}

/** Checks that no key waits longer than the bound for its place in the queue, however the next key is chosen. */
class Waits {
  /** The wait of each key, by its place number, which is unique. */
  readonly #waits = new Map<
    number,
    { readonly ahead: number; namespaces: number; priorities: number; turns: number }
  >();

  recordHandOut(entry: Entry, due: readonly Entry[]): void {
    const priorities = new Set(due.map((each) => each.priority)).size;
    for (const each of due) {
      const lane = due.filter((other) => other.priority === each.priority);
      const own = lane.filter((other) => formatLane(other) === formatLane(each));
      const ahead = own.filter(({ place }) => place < each.place).length;
      const wait = this.#waits.get(each.place) ?? { ahead, namespaces: 0, priorities: 0, turns: 0 };
      this.#waits.set(each.place, wait);
      wait.namespaces = Math.max(wait.namespaces, new Set(lane.map(formatLane)).size);
      wait.priorities = Math.max(wait.priorities, priorities);
      wait.turns += 1;
      const gap = wait.priorities === 1 ? 1 : maxPassedOver - 1 + wait.priorities;
      expect(wait.turns).toBeLessThanOrEqual((wait.ahead + 1) * wait.namespaces * gap);
    }
    this.#waits.delete(entry.place);
  }
}

function formatLane({ key, priority }: Pick<Entry, 'key' | 'priority'>): string {
  return `${String(priority)} ${key.includes('/') ? key.slice(0, key.indexOf('/')) : ''}`;
}

/** A queue and its reference model. */
class Pair {
  readonly clock: FakeClock = createFakeClock();
  readonly queue = new WorkQueue({ clock: this.clock, random: () => 0, backoff });
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

  /** Checks that the queue hands out the same key as the model, and that no worker waits while a key is due. */
  async compare(): Promise<void> {
    await this.clock.settle();
    for (const key of this.#handedOut.splice(0)) {
      this.waiting -= 1;
      if (key !== undefined) this.plain.take(key);
    }
    if (this.waiting > 0) expect(this.plain.due()).toEqual([]);
    expect(this.queue.length).toBe(this.plain.due().length);
    for (const [key, { workCauses }] of this.plain.entries) {
      expect(this.queue.failures(key)).toBe(this.plain.failures.get(key) ?? 0);
      expect(new Set(toTexts(this.queue.causesOf(key)))).toEqual(workCauses);
    }
  }
}

type Step = (pair: Pair) => void | Promise<void>;

const key = fc.constantFrom('a', 'b', 'x/a', 'x/b', 'x/c', 'y/a', 'z/a');
const priority = fc.constantFrom(-100, 0, 0, 0, 7);
// Small delays, so that keys often become due at the same time.
const ms = fc.nat(4);

// At most six causes, fewer than a set of causes holds.
const causes = fc.subarray(['spec', 'child', 'timer', 'resync', 'trigger', 'start'].map(createCause));

function toTexts(all: Causes): readonly string[] {
  return all.map((cause) => cause.toJSON());
}

/** The steps as data, so that a counterexample is readable. */
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, afterMs: fc.constant(0), causes }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, afterMs: ms, causes }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), atMost: fc.constantFrom(1, 1, 2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('done' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), key, atLeastMs: fc.constantFrom(0, 0, 3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveBack' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms }) },
);
type Described = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function buildStep(described: Described): Step {
  switch (described.do) {
    case 'add':
      return ({ queue, plain }) => {
        queue.add(described.key, described);
        plain.add(described.key, described);
      };
    case 'ask':
      // Few workers, so that keys have to wait.
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
    case 'giveBack':
      return ({ queue, plain }) => {
        queue.giveBack(described.key);
        plain.giveBack(described.key);
      };
    case 'forget':
      return ({ queue, plain }) => {
        queue.forget(described.key);
        plain.failures.delete(described.key);
      };
    case 'remove':
      return ({ queue, plain }) => {
        queue.remove(described.key);
        plain.remove(described.key);
      };
    case 'pass':
      return (pair) => pair.pass(described.ms);
  }
}

async function perform(pair: Pair, described: readonly Described[]): Promise<void> {
  for (const each of described) {
    await buildStep(each)(pair);
    await pair.compare();
  }
}

/** Workers finish their keys and take the remaining ones, until none is left. */
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

const script = fc.array(steps, { maxLength: 120, size: 'max' });

describe('a work queue, for random operations', () => {
  // id: case-4
  it('hands out each added key, never twice at once, in turn by priority and namespace, at its earliest time, with all of its causes', () =>
    fc.assert(
      fc.asyncProperty(script, async (described) => {
        const pair = new Pair();
        await perform(pair, described);
      }),
      { numRuns: 200 },
    ));

  // id: case-1
  it('loses no key: in the end all are done, and none is left', () =>
    fc.assert(
      fc.asyncProperty(script, async (described) => {
        const pair = new Pair();
        await perform(pair, described);
        await pair.pass(32);
        await finish(pair);
        expect([...pair.plain.entries.values()].filter(({ asked }) => asked !== 'not')).toEqual([]);
        expect([pair.queue.length, pair.queue.inWork, pair.clock.timers]).toEqual([0, 0, 0]);
      }),
      { numRuns: 100 },
    ));

  // id: case-5
  it('drains: due keys and keys in work are done, later ones are rejected, and then it ends', () =>
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
