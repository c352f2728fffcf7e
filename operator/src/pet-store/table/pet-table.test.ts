import path from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sixPets } from '../testing/test-pet-store.ts';
import { toDayNumber } from '../calendar.ts';
import { type Pet, type PetFilter, petTypes } from '../pet.ts';
import { openPetTable, type PetTable } from './pet-table.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

const [adam, becky, , david] = sixPets as [Pet, Pet, Pet, Pet];
const day = (year: number, month: number, day: number) => ({ year, month, day });
const newYear = { from: day(2020, 1, 1), before: day(2021, 1, 1) };

let folder = '';
useTemporaryFolder((path) => void (folder = path));

describe.each([
  ['in memory', () => openPetTable()],
  ['in a file', () => openPetTable(path.join(folder, 'pets.db'))],
])('a table %s', (_, open) => {
  let table: PetTable;
  beforeEach(() => {
    table = open();
    table.add(sixPets);
  });
  afterEach(() => table[Symbol.dispose]());

  const ids = (filter: PetFilter): string[] =>
    table
      .search(filter)
      .map(({ id }) => id)
      .sort();

  it('PS-T4: deletes pets, and ignores an unknown id', () => {
    table.delete(['3', '5', '20']);
    expect(ids({})).toEqual(['0', '1', '2', '4']);
    expect(ids({ names: ['David', 'Elaine'] })).toEqual(['4']);
    expect(ids({ types: ['bird', 'reptile'] })).toEqual(['4']);
    expect(ids({ born: { from: day(2021, 2, 2), before: day(2021, 2, 4) } })).toEqual(['4']);
  });

  it('returns pets as they were added', () => {
    expect(table.search({}).toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(sixPets);
    expect(table.search({ names: [], types: [] })).toHaveLength(6);
  });

  it('BUG-PS-7: finds an updated pet by its new values, and not by its old ones', () => {
    table.update([{ id: adam.id, name: 'Ada', type: 'cat', birthday: day(1990, 5, 6) }]);
    expect(ids({ names: ['Adam'] })).toEqual([]);
    expect(ids({ types: ['dog'] })).toEqual([]);
    expect(ids({ born: newYear })).toEqual(['1', '2']);
    expect(
      table.search({ names: ['Ada'], types: ['cat'], born: { from: day(1990, 5, 6), before: day(1990, 5, 7) } }),
    ).toEqual([{ id: '0', name: 'Ada', type: 'cat', birthday: day(1990, 5, 6) }]);
    table.delete(['0']);
    expect(ids({ names: ['Ada', 'Adam'] })).toEqual([]);
  });

  it('changes nothing if one of the pets in an update is unknown', () => {
    const changes = [
      { ...adam, name: 'Ada' },
      { ...becky, id: '7' },
      { ...david, name: 'Dave' },
    ];
    expect(() => table.update(changes)).toThrow(expect.objectContaining({ name: 'UnknownPetError', id: '7' }) as Error);
    expect(ids({ names: ['Adam'] })).toEqual(['0']);
    expect(ids({ names: ['Ada', 'Dave'] })).toEqual([]);
  });

  it('keeps the last values of a pet that occurs twice in an update', () => {
    table.update([
      { ...adam, name: 'A' },
      { ...adam, name: 'B' },
    ]);
    expect(ids({ names: ['B'] })).toEqual(['0']);
    expect(ids({ names: ['A'] })).toEqual([]);
  });

  it('compares names exactly', () => {
    const names = [
      "'; DROP TABLE pets; --",
      '%',
      'adam',
      'Adam\0',
      'Ädam',
      'A\u0308dam',
      '"',
      '["Adam"]',
      '\u2028',
      '🐕',
    ];
    table.add(names.map((name, index) => ({ ...adam, id: `n${index}`, name })));
    for (const [index, name] of names.entries()) expect(ids({ names: [name] })).toEqual([`n${index}`]);
    expect(ids({ names: ['Adam'] })).toEqual(['0']);
  });

  it('finds exactly the pets that match the filter, for any pets and filters', () => {
    const date = fc.record({
      year: fc.integer({ min: 2019, max: 2021 }),
      month: fc.integer({ min: 1, max: 3 }),
      day: fc.integer({ min: 1, max: 3 }),
    });
    const name = fc.oneof(fc.constantFrom('a', 'b', 'B', ''), fc.string({ unit: 'binary' }));
    const type = fc.constantFrom(...petTypes);
    const pets = fc.uniqueArray(fc.record({ id: fc.uuid({ version: 4 }), name, type, birthday: date }), {
      selector: ({ id }) => id,
      maxLength: 6,
    });
    const filter = fc.record(
      {
        names: fc.array(name, { maxLength: 3 }),
        types: fc.array(type, { maxLength: 2 }),
        born: fc.record({ from: date, before: date }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(pets, filter, (all, wanted) => {
        table.delete(table.search({}).map(({ id }) => id));
        table.add(all);
        const expected = all.filter((pet) => isWanted(pet, wanted)).map(({ id }) => id);
        expect(ids(wanted)).toEqual(expected.sort());
      }),
      { numRuns: 30 },
    );
  });
});

function isWanted({ name, type, birthday }: Pet, { names = [], types = [], born }: PetFilter): boolean {
  if (names.length > 0 && !names.includes(name)) return false;
  if (types.length > 0 && !types.includes(type)) return false;
  return (
    born === undefined ||
    (toDayNumber(born.from) <= toDayNumber(birthday) && toDayNumber(birthday) < toDayNumber(born.before))
  );
}
