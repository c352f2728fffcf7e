import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type NewPet, PetStoreError } from '../../pet-store/client/index.ts';
import { PetFixture, resyncMs } from './testing/pet-fixture.ts';
import { Crash, type Step } from './testing/steps.ts';

const spec: Pet['spec'] = { name: 'Thor', type: 'dog', birthday: '2021-04-01T00:00:00Z' };
const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };

let fixture: PetFixture;

beforeEach(() => {
  fixture = new PetFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Creates a Pet and lets the process add it to the store. */
async function applyUntilSettled(name = 'pet', wanted = spec): Promise<string> {
  await fixture.apply(name, wanted);
  await fixture.settled();
  fixture.forget();
  return getId(name) ?? '';
}

const getStatus = (name = 'pet'): Pet['status'] => fixture.findPet(name)?.status;
const getId = (name?: string): string | undefined => fixture.findId(name);

/** Makes the store unavailable for the steps that `isConcerned` selects. */
function makeUnavailable(isConcerned: (step: Step) => boolean): void {
  fixture.onStep = (step) => {
    if (isConcerned(step)) throw new PetStoreError('Unavailable');
  };
}
const isStoreCall = ({ what }: Step): boolean => what !== 'status';

function storeWorks(): void {
  fixture.onStep = () => undefined;
}

describe('a new Pet', () => {
  it('BUG-PS-3 is added to the store after its status announces it, and then its id is written', async () => {
    await fixture.apply('pet', spec);
    const written: Pet['status'][] = [];
    fixture.onStep = ({ what, when }) => {
      if (what === 'add' && when === 'before') written.push(getStatus());
    };
    await fixture.settled();
    expect(fixture.done).toEqual(['search', 'status pet', 'add Thor', 'status pet']);
    expect(written).toMatchObject([{ adding: { name: 'Thor', type: 'dog', birthday: '2021-04-01' } }]);
    expect(written[0]).not.toHaveProperty('id');
    expect([...fixture.held.values()]).toEqual([{ ...thor, id: getId() }]);
    expect(getStatus()).not.toHaveProperty('adding');
    expect(getStatus()?.lastSyncTime).toBe('2026-01-01T00:00:00Z');
    expect([fixture.formatCondition('pet', 'Synced'), fixture.formatCondition('pet', 'Ready')]).toEqual([
      'True InSync',
      'True Ready',
    ]);
    expect(fixture.listEvents()).toEqual([`Added: Added pet Thor (${String(getId())}) to the pet store`]);
  });

  it('is not added before the store answers', async () => {
    await fixture.apply('pet', spec);
    makeUnavailable(isStoreCall);
    await fixture.settled();
    expect(getStatus()).not.toHaveProperty('adding');
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    expect(fixture.formatCondition('pet', 'Ready')).toBe('False StoreUnavailable');
    expect(fixture.findMessage('pet')).toBe('The pet store does not answer.');
  });

  it('BUG-PS-1 does not adopt a pet of the same name that is in the store already', async () => {
    const other = fixture.put(thor);
    expect(await applyUntilSettled()).not.toBe(other);
    expect(fixture.held.size).toBe(2);
  });

  it('is added again if its status is emptied, which removes the record of the pending addition', async () => {
    const before = await applyUntilSettled();
    await fixture.editStatus('pet', { id: null, lastSyncTime: null, conditions: null });
    await fixture.settled();
    expect(getId()).not.toBe(before);
    expect(fixture.held.size).toBe(2);
  });

  it('is found and not added twice if its spec changes while it is added', async () => {
    await fixture.apply('pet', spec);
    fixture.onStep = async ({ what, when }) => {
      if (what === 'add' && when === 'after') await fixture.apply('pet', { ...spec, name: 'Thorbert' });
    };
    await fixture.settled();
    expect((await fixture.run()).results).toContain('error');
    expect([...fixture.held.values()]).toEqual([{ ...thor, id: getId(), name: 'Thorbert' }]);
    expect(fixture.done.filter((step) => step.startsWith('add'))).toEqual(['add Thor']);
  });
});

describe('a Pet whose addition had no response', () => {
  const lost: { readonly what: string; readonly fail: (step: Step) => void; readonly added: boolean }[] = [
    { what: 'by a crash before the store was asked', fail: crashIf('add', 'before'), added: false },
    { what: 'by a crash before the store answered', fail: crashIf('add', 'after'), added: true },
    { what: 'by a crash before its id was written down', fail: crashIf('status', 'before', 2), added: true },
    { what: 'by a store that did it and timed out', fail: failIf('Unavailable', 'after'), added: true },
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
    await fixture.apply('pet', spec);
    fixture.onStep = fail;
    await fixture.settled();
    expect(fixture.held.size).toBe(added ? 1 : 0);
    expect(getStatus()).toMatchObject({ adding: { name: 'Thor' } });
    await fixture.restart();
    expect([...fixture.held.keys()]).toEqual([getId()]);
    expect(fixture.formatCondition('pet')).toBe('True InSync');
    expect(getStatus()).not.toHaveProperty('adding');
  });

  it('finds the pet by its former spec, and updates it to the present one', async () => {
    await fixture.apply('pet', spec);
    fixture.onStep = crashIf('add', 'after');
    await fixture.settled();
    await fixture.stop();
    await fixture.apply('pet', { name: 'Freya', type: 'cat', birthday: '2020-02-29' });
    await fixture.restart();
    const freya: NewPet = { name: 'Freya', type: 'cat', birthday: { year: 2020, month: 2, day: 29 } };
    expect([...fixture.held.values()]).toEqual([{ ...freya, id: getId() }]);
  });

  it('does not take a pet that another Pet has', async () => {
    const other = await applyUntilSettled('other');
    fixture.onStep = crashIf('add', 'before');
    await fixture.apply('pet', spec);
    await fixture.settled();
    expect(getStatus()).toMatchObject({ adding: { name: 'Thor' } });
    await fixture.restart();
    expect(getId('other')).toBe(other);
    expect([...fixture.held.keys()].sort()).toEqual([other, getId()].sort());
  });

  it('searches for the pet after the addition, regardless of earlier results', async () => {
    await applyUntilSettled('other', { ...spec, name: 'Tron' });
    fixture.onStep = failIf('Unavailable', 'after');
    await fixture.apply('pet', spec);
    await fixture.settled();
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    storeWorks();
    fixture.forget();
    await fixture.advance(1000);
    expect(fixture.done).toContain('search');
    expect(fixture.held.size).toBe(2);
  });

  it('keeps the addition pending while the store cannot be searched', async () => {
    await fixture.apply('pet', spec);
    fixture.onStep = failIf('Unavailable', 'after');
    await fixture.settled();
    expect(getStatus()).toMatchObject({ adding: { name: 'Thor' } });
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    makeUnavailable(isStoreCall);
    await fixture.advance(60_000);
    expect(getStatus()).toMatchObject({ adding: { name: 'Thor' } });
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    storeWorks();
    await fixture.advance(2000);
    expect([...fixture.held.keys()]).toEqual([getId()]);
  });

  it('is removed from the store with its Pet', async () => {
    const other = await applyUntilSettled('other');
    fixture.onStep = crashIf('add', 'after');
    await fixture.apply('pet', spec);
    await fixture.settled();
    expect(fixture.held.size).toBe(2);
    await fixture.stop();
    await fixture.remove('pet');
    await fixture.restart();
    expect(fixture.findPet('pet')).toBeUndefined();
    expect([...fixture.held.keys()]).toEqual([other]);
  });
});

describe('a Pet with a pet in the store', () => {
  it.each<[string, Partial<Pet['spec']>, Partial<NewPet>]>([
    ['renamed', { name: 'Thorbert' }, { name: 'Thorbert' }],
    ['given another type', { type: 'bird' }, { type: 'bird' }],
    ['given another birthday', { birthday: '2021-04-02' }, { birthday: { year: 2021, month: 4, day: 2 } }],
  ])('PS-A2 PS-A4 BUG-PS-1 keeps its id when it is %s', async (_what, change, changed) => {
    const id = await applyUntilSettled();
    await fixture.advance(5000);
    await fixture.apply('pet', { ...spec, ...change });
    await fixture.settled();
    expect([...fixture.held.values()]).toEqual([{ ...thor, ...changed, id }]);
    expect(getStatus()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:00:05Z' });
    expect(fixture.listEvents()).toEqual([`Updated: Updated pet ${changed.name ?? 'Thor'} (${id}) in the pet store`]);
  });

  it('BUG-PS-8 is up to date for every notation of its birthday', async () => {
    const id = await applyUntilSettled();
    for (const birthday of ['2021-04-01', '2021-04-01T23:59:59.9Z', '2021-04-02T01:00:00+02:00']) {
      await fixture.apply('pet', { ...spec, birthday });
      await fixture.settled();
    }
    expect(fixture.done.filter((step) => step !== 'status pet')).toEqual([]);
    expect(getId()).toBe(id);
    expect(getStatus()?.lastSyncTime).toBe('2026-01-01T00:00:00Z');
  });

  it('causes one search per round and no write while it is up to date, however often it is reconciled', async () => {
    await applyUntilSettled();
    const before = getStatus();
    for (let round = 0; round < 3; round++) {
      await fixture.advance(resyncMs);
      await fixture.touch('pet');
      await fixture.settled();
    }
    expect((await fixture.run()).results.length).toBeGreaterThan(6);
    expect(fixture.done).toEqual(['search', 'search', 'search']);
    expect(getStatus()).toEqual(before);
  });

  it('BUG-PS-11 is repaired after the next search when somebody edits it in the store', async () => {
    const id = await applyUntilSettled();
    fixture.put({ ...thor, name: 'Loki' }, id);
    await fixture.touch('pet');
    await fixture.settled();
    expect(fixture.held.get(id)?.name).toBe('Loki');
    await fixture.advance(resyncMs);
    expect([...fixture.held.values()]).toEqual([{ ...thor, id }]);
    expect(getStatus()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:05:00Z' });
  });

  it('PS-A5 is added again, with another id, when the store has lost it', async () => {
    const before = await applyUntilSettled();
    fixture.held.clear();
    await fixture.advance(resyncMs);
    expect(getId()).not.toBe(before);
    expect([...fixture.held.values()]).toEqual([{ ...thor, id: getId() }]);
    expect(fixture.done).toEqual(['search', 'status pet', 'add Thor', 'status pet']);
  });

  it('PS-A5 is added again at once when an update shows that the store has lost it', async () => {
    await applyUntilSettled();
    fixture.held.clear();
    await fixture.apply('pet', { ...spec, name: 'Thorbert' });
    await fixture.settled();
    expect([...fixture.held.values()]).toEqual([{ ...thor, name: 'Thorbert', id: getId() }]);
  });

  it('BUG-PS-3 is not treated as lost by a process whose last search was before its addition', async () => {
    const other = await applyUntilSettled('other', { ...spec, name: 'Tron' });
    fixture.held.delete(await applyUntilSettled());
    // In between, another process was leader and added the pet.
    const unseen = fixture.put(thor);
    await fixture.editStatus('pet', { id: unseen });
    await fixture.settled();
    expect(getId()).toBe(unseen);
    expect([...fixture.held.keys()].sort()).toEqual([other, unseen].sort());
  });

  it('BUG-PS-4 is not treated as lost because of a search that fails', async () => {
    const id = await applyUntilSettled();
    makeUnavailable(({ what }) => what === 'search');
    await fixture.advance(resyncMs);
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    expect([...fixture.held.keys()]).toEqual([id]);
    expect(getId()).toBe(id);
  });

  it('reports that the store is down, keeps its id, and is in sync again once the store answers', async () => {
    const id = await applyUntilSettled();
    makeUnavailable(isStoreCall);
    await fixture.apply('pet', { ...spec, name: 'Thorbert' });
    await fixture.advance(10_000);
    expect(getStatus()).toMatchObject({ id, lastSyncTime: '2026-01-01T00:00:00Z' });
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    storeWorks();
    await fixture.advance(2000);
    expect(fixture.formatCondition('pet')).toBe('True InSync');
    expect(getStatus()).toMatchObject({
      id,
      lastSyncTime: expect.stringMatching(/^2026-01-01T00:00:1[012]Z$/) as string,
    });
    expect(fixture.held.get(id)?.name).toBe('Thorbert');
  });

  it('has the time of the first response after an outage as lastSyncTime, even without a write', async () => {
    await applyUntilSettled();
    makeUnavailable(isStoreCall);
    await fixture.advance(resyncMs);
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    storeWorks();
    await fixture.advance(2000);
    expect(fixture.formatCondition('pet')).toBe('True InSync');
    expect(getStatus()?.lastSyncTime).toBe('2026-01-01T00:05:00Z');
    expect(fixture.done).not.toContain('update Thor');
  });

  it.each([
    ['Garbage', 'a pet has an empty id', 'False StoreInvalid'],
    ['Invalid', 'no dogs', 'False Invalid'],
  ] as const)('reports what is wrong with the store: %s', async (reason, detail, synced) => {
    const id = await applyUntilSettled();
    fixture.onStep = ({ what }) => {
      if (what === 'update') throw new PetStoreError(reason, { detail });
    };
    await fixture.apply('pet', { ...spec, name: 'Thorbert' });
    await fixture.settled();
    expect([fixture.formatCondition('pet'), getId()]).toEqual([synced, id]);
    expect(fixture.findMessage('pet')).toContain(detail);
  });

  it('BUG-PS-10 reports no problem of the store when something else fails', async () => {
    await applyUntilSettled();
    const before = getStatus();
    fixture.onStep = ({ what }) => {
      if (what === 'update') throw new Error('a mistake of ours');
    };
    await fixture.apply('pet', { ...spec, name: 'Thorbert' });
    await fixture.settled();
    expect(fixture.formatCondition('pet', 'Ready')).toBe('False ReconcileError');
    expect(fixture.findMessage('pet')).toBe('a mistake of ours');
    expect(fixture.formatCondition('pet')).toBe('True InSync');
    expect(getStatus()).toMatchObject({ id: before?.id, lastSyncTime: before?.lastSyncTime });
  });
});

describe('a Pet that is deleted', () => {
  it('PS-A3 is removed from the store before its Pet is', async () => {
    const id = await applyUntilSettled();
    let isThere: boolean | undefined;
    fixture.onStep = ({ what, when }) => {
      if (what === 'delete' && when === 'after') isThere = fixture.findPet('pet') !== undefined;
    };
    await fixture.remove('pet');
    await fixture.settled();
    expect(isThere).toBe(true);
    expect([fixture.held.size, fixture.listPets().length]).toEqual([0, 0]);
    expect(fixture.listEvents()).toEqual([`Removed: Removed pet Thor (${id}) from the pet store`]);
  });

  it('PS-A6 stays while the store is down, reports that, and is deleted once the store answers', async () => {
    const id = await applyUntilSettled();
    makeUnavailable(isStoreCall);
    await fixture.remove('pet');
    await fixture.settled();
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    expect(getId()).toBe(id);
    storeWorks();
    await fixture.advance(2000);
    expect([fixture.held.size, fixture.listPets().length]).toEqual([0, 0]);
  });

  it('is deleted without a response of the store if it was never added', async () => {
    makeUnavailable(isStoreCall);
    await fixture.apply('pet', spec);
    await fixture.settled();
    expect(fixture.findPet('pet')?.metadata.finalizers).toEqual(['petstore.example.com/finalizer']);
    await fixture.remove('pet');
    await fixture.settled();
    expect(fixture.listPets()).toEqual([]);
  });

  it('BUG-PS-3 stays with a pending addition until a search shows whether it was added', async () => {
    await fixture.create('pet', spec, { adding: { name: 'Thor', type: 'dog', birthday: '2021-04-01' } });
    fixture.put(thor);
    await fixture.remove('pet');
    makeUnavailable(isStoreCall);
    await fixture.settled();
    expect(fixture.formatCondition('pet')).toBe('False StoreUnavailable');
    expect(getStatus()).toMatchObject({ adding: { name: 'Thor' } });
    storeWorks();
    await fixture.advance(2000);
    expect([fixture.held.size, fixture.listPets().length]).toEqual([0, 0]);
  });

  it('leaves an equal pet to its owner', async () => {
    const other = await applyUntilSettled('other');
    await applyUntilSettled('pet');
    await fixture.remove('pet');
    await fixture.settled();
    expect([...fixture.held.keys()]).toEqual([other]);
  });

  it('is deleted even if it has no spec', async () => {
    await applyUntilSettled();
    await fixture.stop();
    await fixture.dropSpec('pet');
    await fixture.remove('pet');
    expect(fixture.findPet('pet')).not.toHaveProperty('spec');
    await fixture.settled();
    expect([fixture.held.size, fixture.listPets().length]).toEqual([0, 0]);
  });
});

describe('a Pet that was stored before the CRD had rules', () => {
  it.each([
    [{ ...spec, name: ' \u00a0' }, 'spec.name is blank: set a name.'],
    [{ ...spec, birthday: '2021-02-30' }, 'spec.birthday is not a valid date: correct it.'],
  ])('waits for another spec, without a call: %j', async (invalid, message) => {
    await fixture.apply('pet', invalid);
    await fixture.advance(3_600_000);
    expect(fixture.formatCondition('pet', 'Ready')).toBe('False Invalid');
    expect(fixture.formatCondition('pet', 'Stalled')).toBe('True Invalid');
    expect(fixture.findMessage('pet')).toBe(message);
    expect((await fixture.run()).results).toEqual(['error']);
    expect(fixture.done.filter((step) => step !== 'status pet')).toEqual([]);
  });

  it('BUG-PS-2 with blanks around its name is added once, without them', async () => {
    await fixture.apply('pet', { ...spec, name: ' Thor\t' });
    await fixture.settled();
    for (let round = 0; round < 3; round++) await fixture.advance(resyncMs);
    expect([...fixture.held.values()]).toEqual([{ ...thor, id: getId() }]);
  });
});

describe('two Pets whose statuses have the same id, as after a copy', () => {
  async function createTwins(): Promise<string> {
    const id = await applyUntilSettled('older');
    await fixture.advance(1000);
    await fixture.stop();
    await fixture.create('younger', { ...spec, name: 'Loki' }, { id });
    return id;
  }

  it('have one each after a reconcile: the older one retains it, the younger one gets another', async () => {
    const id = await createTwins();
    await fixture.settled();
    expect(getId('older')).toBe(id);
    expect(getId('younger')).not.toBe(id);
    expect([...fixture.held.values()].map(({ name }) => name)).toEqual(['Thor', 'Loki']);
    expect(fixture.listEvents()).toEqual([`Added: Added pet Loki (${String(getId('younger'))}) to the pet store`]);
  });

  it('leave the pet in the store when the younger one is deleted', async () => {
    const id = await createTwins();
    await fixture.remove('younger');
    await fixture.settled();
    expect(fixture.findPet('younger')).toBeUndefined();
    expect([...fixture.held.keys()]).toEqual([id]);
  });
});
