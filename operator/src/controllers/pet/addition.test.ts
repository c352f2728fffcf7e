import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { PetStoreError } from '../../pet-store/client/index.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { wantedPet } from './desired.ts';
import { Crash, PetWorld, resyncMs, type Step } from './testing/pet-world.ts';

const specs: readonly Pet['spec'][] = [
  { name: 'Thor', type: 'dog', birthday: '2021-04-01' },
  { name: 'Tron', type: 'cat', birthday: '2020-06-25' },
];
const names = ['a', 'b', 'c'];

/** What people, the store and the machine do. */
type Event =
  | { readonly do: 'apply'; readonly name: string; readonly spec: number }
  | { readonly do: 'remove'; readonly name: string }
  /** Runs for all Pets at the same time, in an order that nobody knows; at step `at` something goes wrong. */
  | { readonly do: 'run'; readonly fault: Fault; readonly at: number }
  /** Somebody edits the store or takes a pet out of it, or time goes by until it is looked at again. */
  | { readonly do: 'edit' | 'lose' | 'wait'; readonly nth: number };

type Fault = 'none' | 'crash' | 'lost answer' | 'refusal';

const name = fc.constantFrom(...names);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('apply' as const), name, spec: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      fault: fc.constantFrom<Fault>('none', 'crash', 'lost answer', 'refusal'),
      at: fc.nat(12),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'lose' as const, 'wait' as const), nth: fc.nat(2) }),
  },
);

/** Events, one after the other, and what they lead to. */
class History {
  readonly clock = createFakeClock();
  readonly world = new PetWorld(this.clock);
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  async happens(event: Event): Promise<void> {
    if (event.do === 'apply') this.#apply(event.name, specs[event.spec]!);
    else if (event.do === 'remove') this.world.remove(event.name);
    else if (event.do === 'run') await this.#run(event.fault, event.at);
    else if (event.do === 'wait') await this.clock.advance(resyncMs);
    else this.#meddle(event.do, event.nth);
  }

  /** Everything works, and everybody has had the turns that it needs. */
  async settles(): Promise<void> {
    this.world.onStep = () => undefined;
    for (let round = 0; round < 3; round++) {
      await this.clock.advance(resyncMs);
      for (const each of this.world.pets.keys()) await this.world.run(each).catch(() => undefined);
    }
  }

  #apply(name: string, wanted: Pet['spec']): void {
    if (this.world.pets.get(name)?.metadata.deletionTimestamp === undefined) this.world.apply(name, wanted);
  }

  /** Only with pets whose ids are written down: one that is edited before that is like no other that was asked for. */
  #meddle(how: 'edit' | 'lose', nth: number): void {
    const { pets, held } = this.world;
    const written = new Set([...pets.values()].map(({ status }) => status?.id));
    const pet = [...held.values()].filter(({ id }) => written.has(id))[nth];
    if (pet === undefined) return;
    if (how === 'lose') held.delete(pet.id);
    else held.set(pet.id, { ...pet, name: 'Loki' });
  }

  async #run(fault: Fault, at: number): Promise<void> {
    let crashed = false;
    let count = 0;
    this.world.onStep = async (step) => {
      await this.#scheduler.schedule(Promise.resolve());
      count += 1;
      if (fault === 'crash') crashed ||= count > at;
      // After a crash nothing of this process is done any more.
      if (crashed) throw new Crash();
      if (count === at + 1 && goesWrong(fault, step)) throw new PetStoreError('Unavailable');
    };
    const runs = [...this.world.pets.keys()].map((each) => this.world.run(each).catch(() => undefined));
    await this.#scheduler.waitFor(Promise.all(runs));
    this.world.onStep = () => undefined;
    if (fault === 'crash') this.world.restart();
    await this.clock.advance(2000);
  }
}

/** Only the store fails: a refused status is a conflict, which `apply` brings about. */
function goesWrong(fault: Fault, { what, when }: Step): boolean {
  if (what === 'status') return false;
  return fault === 'lost answer' || (fault === 'refusal' && when === 'before');
}

const [spec] = specs as readonly [Pet['spec']];
const open = { adding: { name: 'Thor', type: 'dog' as const, birthday: '2021-04-01' } };

/** A world with Pets that look alike, and what their ids must be like in the end. */
function twins(statuses: Readonly<Record<string, Pet['status']>>): { world: PetWorld; eachHasItsOwn: () => void } {
  const world = new PetWorld(createFakeClock());
  for (const [name, status] of Object.entries(statuses)) world.apply(name, spec, status);
  const eachHasItsOwn = (): void => {
    const ids = Object.keys(statuses).map((name) => world.pets.get(name)?.status?.id);
    expect(ids).toHaveLength(new Set(ids).size);
    expect([...world.held.keys()].sort()).toEqual(ids.sort());
  };
  return { world, eachHasItsOwn };
}

describe('Pets that look alike', () => {
  it.each([0, 1, 2])(
    'have one pet each after %i of two additions got lost, though both look at once',
    async (added) => {
      const { world, eachHasItsOwn } = twins({ one: open, other: open });
      for (let count = 0; count < added; count++) world.put(wantedPet(world.pets.get('one')!));
      await Promise.all(['one', 'other'].map((name) => world.run(name)));
      eachHasItsOwn();
    },
  );

  // id: pet-looks-beside-others, pet-is-taken-before-its-id-is-written
  it('are not taken from each other while the answer to an addition is on its way', async () => {
    const { world, eachHasItsOwn } = twins({ one: {}, other: open });
    const [isAdded, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    world.onStep = async ({ what, when }) => {
      if (what !== 'add' || when !== 'after') return;
      isAdded.resolve(undefined);
      await answer.promise;
    };
    const adding = world.run('one');
    await isAdded.promise;
    const looking = world.run('other');
    await new Promise((resolve) => setImmediate(resolve));
    answer.resolve(undefined);
    await Promise.all([adding, looking]);
    eachHasItsOwn();
  });

  it('are added side by side', async () => {
    const { world, eachHasItsOwn } = twins({ one: {}, other: {} });
    let [now, most] = [0, 0];
    world.onStep = async ({ what, when }) => {
      if (what !== 'add') return;
      now += when === 'before' ? 1 : -1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await Promise.all(['one', 'other'].map((name) => world.run(name)));
    expect(most).toBe(2);
    eachHasItsOwn();
  });

  it('that are deleted with open additions take one pet each', async () => {
    const { world } = twins({ one: open, other: open, third: {} });
    await world.run('third');
    world.put(wantedPet(world.pets.get('one')!));
    for (const name of ['one', 'other']) world.remove(name);
    await Promise.all(['one', 'other'].map((name) => world.run(name)));
    expect([...world.pets.keys()]).toEqual(['third']);
    expect([...world.held.keys()]).toEqual([world.pets.get('third')?.status?.id]);
  });
});

describe('whatever happens', () => {
  it('BUG-PS-3 each Pet has one pet in the end, as it is asked for, and the store no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), fc.scheduler(), async (events, scheduler) => {
        const history = new History(scheduler);
        for (const each of events) await history.happens(each);
        await history.settles();
        const { pets, held } = history.world;
        const expected = [...pets.values()].map((pet) => ({ ...wantedPet(pet), id: pet.status?.id }));
        const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }): number =>
          (a.id ?? '') < (b.id ?? '') ? -1 : 1;
        expect([...held.values()].sort(byId)).toEqual(expected.sort(byId));
        for (const { metadata } of pets.values()) expect(metadata.deletionTimestamp).toBeUndefined();
      }),
      { numRuns: 400 },
    );
  });
});
