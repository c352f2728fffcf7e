import { beforeEach, describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type NewPet, PetStoreError } from '../../pet-store/client/index.ts';
import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { Crash, PetWorld, resyncMs, type Step } from './testing/pet-world.ts';

const spec: Pet['spec'] = { name: 'Thor', type: 'dog', birthday: '2021-04-01T00:00:00Z' };
const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };

let clock: FakeClock;
let world: PetWorld;

beforeEach(() => {
  clock = createFakeClock();
  world = new PetWorld(clock);
});

/** Makes a Pet and brings it into the store. */
async function kept(name = 'pet', wanted = spec): Promise<string> {
  world.apply(name, wanted);
  await world.run(name);
  world.done.length = 0;
  world.events.length = 0;
  return idOf(name) ?? '';
}

const statusOf = (name = 'pet'): Pet['status'] => world.pets.get(name)?.status;
const idOf = (name = 'pet'): string | undefined => statusOf(name)?.id;

/** The store does not answer where `isConcerned` says so. */
function unavailable(isConcerned: (step: Step) => boolean): void {
  world.onStep = (step) => {
    if (isConcerned(step)) throw new PetStoreError('Unavailable');
  };
}
const anyCall = ({ what }: Step): boolean => what !== 'status';

describe('a new Pet', () => {
  // id: pet-forgets-what-it-asks-for
  it('BUG-PS-3 is added to the store after it was written down that it will be, and then its id is', async () => {
    world.apply('pet', spec);
    const written: Pet['status'][] = [];
    world.onStep = ({ what, when }) => {
      if (what === 'add' && when === 'before') written.push(statusOf());
    };
    await world.run('pet');
    expect(world.done).toEqual(['search', 'status pet', 'add Thor', 'status pet']);
    expect(written).toMatchObject([{ adding: { name: 'Thor', type: 'dog', birthday: '2021-04-01' } }]);
    expect(written[0]).not.toHaveProperty('id');
    expect([...world.held.values()]).toEqual([{ ...thor, id: idOf() }]);
    expect(statusOf()).not.toHaveProperty('adding');
    expect(statusOf()?.lastSyncTime).toBe('2026-01-01T00:00:00Z');
    expect([world.condition('pet', 'Synced'), world.condition('pet', 'Ready')]).toEqual(['True InSync', 'True Ready']);
    expect(world.events).toEqual([`Added: Added pet Thor (${String(idOf())}) to the pet store`]);
  });

  // id: pet-begins-what-a-store-that-is-away-cannot-end
  it('is not begun to be added while the store does not answer', async () => {
    world.apply('pet', spec);
    unavailable(anyCall);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable: The pet store does not answer.');
    expect(statusOf()).not.toHaveProperty('adding');
    expect(world.condition('pet')).toBe('False StoreUnavailable');
  });

  // id: pet-finds-by-what-it-is
  it('BUG-PS-1 does not take a pet of the same name that is there already', async () => {
    const other = world.put(thor);
    expect(await kept()).not.toBe(other);
    expect(world.held.size).toBe(2);
  });

  it('is added anew if its status was emptied, and nothing says that it is being added', async () => {
    const before = await kept();
    world.apply('pet', spec, {});
    await world.run('pet');
    expect(idOf()).not.toBe(before);
    expect(world.held.size).toBe(2);
  });

  // id: pet-id-is-written-too-late
  it('that changed while it was added is found and not added twice', async () => {
    world.apply('pet', spec);
    world.onStep = ({ what, when }) => {
      if (what === 'add' && when === 'after') world.apply('pet', { ...spec, name: 'Thorbert' });
    };
    await expect(world.run('pet')).rejects.toThrow('failed to write the status');
    world.onStep = () => undefined;
    await world.run('pet');
    expect([...world.held.values()]).toEqual([{ ...thor, id: idOf(), name: 'Thorbert' }]);
  });
});

describe('a Pet whose addition got lost', () => {
  const lost: { readonly what: string; readonly fail: (step: Step) => void; readonly added: boolean }[] = [
    { what: 'by a crash before the store was asked', fail: crashIf('add', 'before'), added: false },
    { what: 'by a crash before the store answered', fail: crashIf('add', 'after'), added: true },
    { what: 'by a crash before its id was written down', fail: crashIf('status', 'before', 2), added: true },
    { what: 'by a store that did it and did not answer in time', fail: failIf('Unavailable', 'after'), added: true },
    { what: 'by a store that did not do it', fail: failIf('Unavailable', 'before'), added: false },
    { what: 'by garbage in place of its id', fail: failIf('Garbage', 'after'), added: true },
  ];

  function crashIf(what: Step['what'], when: Step['when'], nth = 1): (step: Step) => void {
    let count = 0;
    return (step) => {
      if (step.what === what && step.when === when) count += 1;
      if (count >= nth) throw new Crash();
    };
  }

  function failIf(reason: 'Unavailable' | 'Garbage', when: Step['when']): (step: Step) => void {
    return (step) => {
      if (step.what === 'add' && step.when === when) throw new PetStoreError(reason);
    };
  }

  it.each(lost)('BUG-PS-3 is in the store once: $what', async ({ fail, added }) => {
    world.apply('pet', spec);
    world.onStep = fail;
    await expect(world.run('pet')).rejects.toThrow();
    expect(world.held.size).toBe(added ? 1 : 0);
    expect(statusOf()).toMatchObject({ adding: { name: 'Thor' } });
    world.onStep = () => undefined;
    world.restart();
    await world.run('pet');
    expect([...world.held.keys()]).toEqual([idOf()]);
    expect(world.condition('pet')).toBe('True InSync');
    expect(statusOf()).not.toHaveProperty('adding');
  });

  it('finds it as it was asked for then, and makes it what is asked for now', async () => {
    world.apply('pet', spec);
    world.onStep = crashIf('add', 'after');
    await expect(world.run('pet')).rejects.toThrow(Crash);
    world.onStep = () => undefined;
    world.restart();
    world.apply('pet', { name: 'Freya', type: 'cat', birthday: '2020-02-29' });
    await world.run('pet');
    const freya: NewPet = { name: 'Freya', type: 'cat', birthday: { year: 2020, month: 2, day: 29 } };
    expect([...world.held.values()]).toEqual([{ ...freya, id: idOf() }]);
  });

  // id: pet-takes-from-other-pets
  it('does not take a pet that another Pet has', async () => {
    const other = await kept('other');
    world.apply('pet', spec);
    world.onStep = crashIf('add', 'before');
    await expect(world.run('pet')).rejects.toThrow(Crash);
    world.onStep = () => undefined;
    world.restart();
    await world.run('pet');
    expect(idOf('other')).toBe(other);
    expect([...world.held.keys()].sort()).toEqual([other, idOf()].sort());
  });

  // id: pet-trusts-an-old-look
  it('looks at the store after it was asked, whatever is known from before', async () => {
    await kept('other', { ...spec, name: 'Tron' });
    world.apply('pet', spec);
    world.onStep = failIf('Unavailable', 'after');
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    world.onStep = () => undefined;
    world.done.length = 0;
    await world.run('pet');
    expect(world.done).toContain('search');
    expect(world.held.size).toBe(2);
  });

  it('keeps the addition open for as long as nobody can look', async () => {
    world.apply('pet', spec);
    world.onStep = failIf('Unavailable', 'after');
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect(statusOf()).toMatchObject({ adding: { name: 'Thor' } });
    expect(world.condition('pet')).toBe('False StoreUnavailable');
    unavailable(anyCall);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect(statusOf()).toMatchObject({ adding: { name: 'Thor' } });
    world.onStep = () => undefined;
    await clock.advance(1000);
    await world.run('pet');
    expect([...world.held.keys()]).toEqual([idOf()]);
  });

  // id: pet-leaves-what-it-has-lost-behind
  it('is removed from the store with its resource', async () => {
    const other = await kept('other');
    world.apply('pet', spec);
    world.onStep = crashIf('add', 'after');
    await expect(world.run('pet')).rejects.toThrow(Crash);
    world.onStep = () => undefined;
    world.restart();
    world.remove('pet');
    await world.run('pet');
    expect(world.pets.has('pet')).toBe(false);
    expect([...world.held.keys()]).toEqual([other]);
  });
});

describe('a Pet that is in the store', () => {
  it.each<[string, Partial<Pet['spec']>, Partial<NewPet>]>([
    ['renamed', { name: 'Thorbert' }, { name: 'Thorbert' }],
    ['of another type', { type: 'bird' }, { type: 'bird' }],
    ['of another birthday', { birthday: '2021-04-02' }, { birthday: { year: 2021, month: 4, day: 2 } }],
  ])('PS-A2 PS-A4 BUG-PS-1 keeps its id when it is %s', async (_what, change, changed) => {
    const id = await kept();
    world.apply('pet', { ...spec, ...change });
    await clock.advance(5000);
    await world.run('pet');
    expect([...world.held.values()]).toEqual([{ ...thor, ...changed, id }]);
    expect(statusOf()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:00:05Z' });
    expect(world.events).toEqual([`Updated: Updated pet ${changed.name ?? 'Thor'} (${id}) in the pet store`]);
  });

  it('BUG-PS-8 is the same on every way to write its day', async () => {
    const id = await kept();
    for (const birthday of ['2021-04-01', '2021-04-01T23:59:59.9Z', '2021-04-02T01:00:00+02:00']) {
      world.apply('pet', { ...spec, birthday });
      await world.run('pet');
    }
    expect(world.done).toEqual([]);
    expect(idOf()).toBe(id);
  });

  // id: pet-sync-time-moves, pet-writes-what-is-right
  it('costs a look and no write when all is well, however often it is run', async () => {
    await kept();
    const before = world.pets.get('pet');
    for (let round = 0; round < 3; round++) {
      await clock.advance(resyncMs);
      await world.run('pet');
      await world.run('pet');
    }
    expect(world.done).toEqual(['search', 'search', 'search']);
    expect(world.pets.get('pet')).toBe(before);
  });

  it('BUG-PS-11 is put back at the next look when somebody edits it in the store', async () => {
    const id = await kept();
    world.put({ ...thor, name: 'Loki' }, id);
    await world.run('pet');
    expect(world.held.get(id)?.name).toBe('Loki');
    await clock.advance(resyncMs);
    await world.run('pet');
    expect([...world.held.values()]).toEqual([{ ...thor, id }]);
    expect(statusOf()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:05:00Z' });
  });

  it('PS-A5 is added again, with another id, when the store has lost it', async () => {
    const before = await kept();
    world.held.clear();
    await clock.advance(resyncMs);
    await world.run('pet');
    expect(idOf()).not.toBe(before);
    expect([...world.held.values()]).toEqual([{ ...thor, id: idOf() }]);
    expect(world.done).toEqual(['search', 'status pet', 'add Thor', 'status pet']);
  });

  it('PS-A5 is added again at once when its change shows that the store has lost it', async () => {
    await kept();
    world.held.clear();
    world.apply('pet', { ...spec, name: 'Thorbert' });
    await world.run('pet');
    expect([...world.held.values()]).toEqual([{ ...thor, name: 'Thorbert', id: idOf() }]);
  });

  // id: pet-believes-a-look-that-lacks-it
  it('BUG-PS-3 is not taken for lost by a process that has not heard of it', async () => {
    const id = await kept('other', { ...spec, name: 'Tron' });
    // Another process led meanwhile, and added it.
    const unheard = world.put(thor);
    world.apply('pet', spec, { id: unheard });
    await world.run('pet');
    expect(idOf()).toBe(unheard);
    expect([...world.held.keys()].sort()).toEqual([id, unheard].sort());
  });

  it('BUG-PS-4 is not taken for lost by a look that fails', async () => {
    const id = await kept();
    unavailable(({ what }) => what === 'search');
    await clock.advance(resyncMs);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect([...world.held.keys()]).toEqual([id]);
    expect(statusOf()?.id).toBe(id);
  });

  // id: pet-hides-that-the-store-is-down
  it('says that the store is down, keeps its id, and heals', async () => {
    const id = await kept();
    unavailable(anyCall);
    world.apply('pet', { ...spec, name: 'Thorbert' });
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect(statusOf()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:00:00Z' });
    expect(world.condition('pet')).toBe('False StoreUnavailable');
    world.onStep = () => undefined;
    await clock.advance(2000);
    await world.run('pet');
    expect(world.condition('pet')).toBe('True InSync');
    expect(statusOf()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:00:02Z' });
    expect(world.held.get(id)?.name).toBe('Thorbert');
  });

  it('counts as synced again at the time when the store is back, although it was not written to', async () => {
    await kept();
    unavailable(anyCall);
    await clock.advance(resyncMs);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    world.onStep = () => undefined;
    await clock.advance(1000);
    await world.run('pet');
    expect(statusOf()?.lastSyncTime).toBe('2026-01-01T00:05:01Z');
    expect(world.done).not.toContain('update Thor');
  });

  it.each([
    ['Garbage', 'it has a pet without an id', 'False StoreInvalid'],
    ['Invalid', 'no dogs', 'False Invalid'],
  ] as const)('tells what is wrong with the store: %s', async (reason, detail, told) => {
    const id = await kept();
    world.onStep = ({ what }) => {
      if (what === 'update') throw new PetStoreError(reason, { detail });
    };
    world.apply('pet', { ...spec, name: 'Thorbert' });
    await expect(world.run('pet')).rejects.toThrow(detail);
    expect([world.condition('pet'), idOf()]).toEqual([told, id]);
  });

  it('BUG-PS-10 says of a failure that is not the store’s nothing', async () => {
    await kept();
    const before = statusOf();
    world.onStep = ({ what }) => {
      if (what === 'update') throw new Error('a mistake of ours');
    };
    world.apply('pet', { ...spec, name: 'Thorbert' });
    await expect(world.run('pet')).rejects.toThrow('a mistake of ours');
    expect(statusOf()).toBe(before);
  });
});

describe('a Pet that is deleted', () => {
  it('PS-A3 is removed from the store before it goes', async () => {
    const id = await kept();
    world.remove('pet');
    let there: boolean | undefined;
    world.onStep = ({ what, when }) => {
      if (what === 'delete' && when === 'after') there = world.pets.has('pet');
    };
    await world.run('pet');
    expect(there).toBe(true);
    expect([world.held.size, world.pets.size]).toEqual([0, 0]);
    expect(world.events).toEqual([`Removed: Removed pet Thor (${id}) from the pet store`]);
  });

  // id: pet-goes-before-it-is-removed
  it('PS-A6 stays while the store is down, says so, and goes when it is back', async () => {
    const id = await kept();
    world.remove('pet');
    unavailable(anyCall);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect(world.condition('pet')).toBe('False StoreUnavailable');
    expect(idOf()).toBe(id);
    world.onStep = () => undefined;
    await world.run('pet');
    expect([world.held.size, world.pets.size]).toEqual([0, 0]);
  });

  it('and was never added goes without the store', async () => {
    world.apply('pet', spec);
    world.remove('pet');
    unavailable(anyCall);
    await world.run('pet');
    expect(world.pets.size).toBe(0);
  });

  it('BUG-PS-3 and whose addition is open stays until somebody can look for what came of it', async () => {
    world.apply('pet', spec, { adding: { name: 'Thor', type: 'dog', birthday: '2021-04-01' } });
    world.put(thor);
    world.remove('pet');
    unavailable(anyCall);
    await expect(world.run('pet')).rejects.toThrow('StoreUnavailable');
    expect(statusOf()).toMatchObject({ adding: { name: 'Thor' } });
    world.onStep = () => undefined;
    await clock.advance(1000);
    await world.run('pet');
    expect([world.held.size, world.pets.size]).toEqual([0, 0]);
  });

  it('leaves a pet that looks the same to the Pet that has it', async () => {
    const other = await kept('other');
    await kept('pet');
    world.remove('pet');
    await world.run('pet');
    expect([...world.held.keys()]).toEqual([other]);
  });

  it('needs no spec', async () => {
    await kept();
    world.apply('pet', undefined as unknown as Pet['spec']);
    world.remove('pet');
    await world.run('pet');
    expect([world.held.size, world.pets.size]).toEqual([0, 0]);
  });
});

describe('a Pet that was stored before its rules', () => {
  it.each([
    [{ ...spec, name: ' \u00a0' }, 'spec.name is blank: give the pet a name.'],
    [{ ...spec, birthday: '2021-02-30' }, 'spec.birthday is not a date of the calendar: correct it.'],
  ])('waits for a person, without a call: %j', async (invalid, words) => {
    world.apply('pet', invalid);
    await expect(world.run('pet')).rejects.toThrow(
      expect.objectContaining({ retry: false, message: expect.stringContaining(words) as string }),
    );
    expect(world.done).toEqual([]);
  });

  it('BUG-PS-2 with blanks around its name is added once, without them', async () => {
    world.apply('pet', { ...spec, name: ' Thor\t' });
    for (let round = 0; round < 3; round++) {
      await world.run('pet');
      await clock.advance(resyncMs);
    }
    expect([...world.held.values()]).toEqual([{ ...thor, id: idOf() }]);
  });
});

describe('two Pets whose statuses name the same pet, as a copied status does', () => {
  async function twins(): Promise<string> {
    const id = await kept('older');
    world.apply('younger', { ...spec, name: 'Loki' }, { id });
    return id;
  }

  // id: pet-takes-the-pet-of-an-older-one
  it('have one each after a run: the older one keeps it, the younger one gets another', async () => {
    const id = await twins();
    for (const name of ['older', 'younger', 'older']) await world.run(name);
    expect(idOf('older')).toBe(id);
    expect(idOf('younger')).not.toBe(id);
    expect([...world.held.values()].map(({ name }) => name)).toEqual(['Thor', 'Loki']);
    expect(world.events).toEqual([`Added: Added pet Loki (${String(idOf('younger'))}) to the pet store`]);
  });

  it("do not take the pet of the older one away with the younger one's end", async () => {
    const id = await twins();
    world.remove('younger');
    await world.run('younger');
    expect([...world.held.keys()]).toEqual([id]);
  });
});
