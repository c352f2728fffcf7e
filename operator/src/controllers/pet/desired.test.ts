import { describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import type { NewPet, Pet as StoredPet } from '../../pet-store/client/index.ts';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { formatIdentity, isAsWanted, findUnclaimed, toNewPet } from './desired.ts';

function buildPet(spec: Partial<Pet['spec']> = {}, status?: Pet['status']): Pet {
  return {
    ...someResource({ name: 'pet' }),
    spec: { name: 'Thor', type: 'dog', birthday: '2021-04-01', ...spec },
    ...(status && { status }),
  };
}

const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };

describe('the desired pet', () => {
  it.each([
    ['2021-04-01', { year: 2021, month: 4, day: 1 }],
    ['2021-04-01T00:00:00Z', { year: 2021, month: 4, day: 1 }],
    ['2021-04-01t23:59:59.999999999z', { year: 2021, month: 4, day: 1 }],
    ['2021-04-01T23:30:00-01:00', { year: 2021, month: 4, day: 2 }],
    ['2021-01-01T00:30:00+01:00', { year: 2020, month: 12, day: 31 }],
    ['2020-02-29', { year: 2020, month: 2, day: 29 }],
    ['0001-01-01', { year: 1, month: 1, day: 1 }],
    ['9999-12-31T23:59:59Z', { year: 9999, month: 12, day: 31 }],
  ])('BUG-PS-8 was born on the day of %s in UTC', (birthday, day) => {
    expect(toNewPet(buildPet({ birthday })).birthday).toEqual(day);
  });

  it.each([
    '2021-02-30',
    '2021-02-29T00:00:00Z',
    '2021-13-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'soon',
    '',
  ])('must be born on a day of the calendar, not on %j', (birthday) => {
    expect(() => toNewPet(buildPet({ birthday }))).toThrow('Invalid: spec.birthday is not a valid date: correct it.');
  });

  it.each([' Thor', 'Thor ', '\tThor\n', '\u00a0Thor\u3000', '\u0085Thor\ufeff'])(
    'BUG-PS-2 has a name without the blanks that a store cuts off: %j',
    (name) => {
      expect(toNewPet(buildPet({ name }))).toEqual(thor);
    },
  );

  it('keeps the blanks within its name', () => {
    expect(toNewPet(buildPet({ name: 'Thor the  first' })).name).toBe('Thor the  first');
  });

  it.each(['', ' ', '\u00a0'])('must have a name, not %j', (name) => {
    expect(() => toNewPet(buildPet({ name }))).toThrow('Invalid: spec.name is blank: set a name.');
  });
});

describe('the pet that the store has', () => {
  it('is up to date, even if the store retained blanks around its name', () => {
    expect(isAsWanted(thor, thor)).toBe(true);
    expect(isAsWanted({ ...thor, name: ' Thor ' }, thor)).toBe(true);
  });

  it.each<Partial<NewPet>>([
    { name: 'thor' },
    { type: 'cat' },
    { birthday: { year: 2021, month: 4, day: 2 } },
    { birthday: { year: 2021, month: 5, day: 1 } },
    { birthday: { year: 2020, month: 4, day: 1 } },
  ])('is not up to date if it differs in %j', (other) => {
    expect(isAsWanted({ ...thor, ...other }, thor)).toBe(false);
    expect(formatIdentity({ ...thor, ...other })).not.toBe(formatIdentity(thor));
  });

  it('is not up to date without a stored pet', () => {
    expect(isAsWanted(undefined, thor)).toBe(false);
  });
});

describe('an unclaimed pet in the store', () => {
  const held = (...pets: readonly StoredPet[]): ReadonlyMap<string, StoredPet> =>
    new Map(pets.map((each) => [each.id, each]));

  it('is equal to the one that was added', () => {
    const store = held({ ...thor, id: '1', name: 'Tron' }, { ...thor, id: '2' }, { ...thor, id: '3', type: 'cat' });
    expect(findUnclaimed(store, thor, [])).toBe('2');
    expect(findUnclaimed(held(), thor, [])).toBeUndefined();
  });

  it('is absent from the status of every Pet in every namespace', () => {
    const elsewhere = { ...buildPet({}, { id: '1' }), metadata: { ...buildPet().metadata, namespace: 'elsewhere' } };
    expect(findUnclaimed(held({ ...thor, id: '1' }), thor, [buildPet(), elsewhere])).toBeUndefined();
    expect(findUnclaimed(held({ ...thor, id: '1' }, { ...thor, id: '2' }), thor, [buildPet(), elsewhere])).toBe('2');
  });
});
