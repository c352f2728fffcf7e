import { describe, expect, it } from 'vitest';

import type { SearchPetsReq, WirePet } from '../contract/messages.ts';
import { parseFilter, parseKnownPets, mostPetsAtOnce, parseNewPets, StatusError } from './requests.ts';

const day = (year: number, month: number, day: number) => ({ year, month, day });
const thor: WirePet = { name: 'Thor', type: 'PTCanine', birthday: day(2021, 4, 1) };
const undeclared = 5;

function catchRejection(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof StatusError ? `${error.code}: ${error.message}` : String(error);
  }
  return 'taken';
}

const faults: [WirePet, string][] = [
  [{ name: '' }, 'cannot have a pet without a name'],
  [{ name: ' \t\n\u00a0' }, 'cannot have a pet without a name'],
  [{ type: 'PTUnknown' }, 'cannot have an unknown pet type'],
  [{ type: undeclared }, 'cannot have an unknown pet type'],
  [{ birthday: {} }, 'cannot have a birthday that is not a valid date'],
  [{ birthday: day(2021, 2, 29) }, 'cannot have a birthday that is not a valid date'],
  [{ birthday: day(2021, 13, 1) }, 'cannot have a birthday that is not a valid date'],
  [{ birthday: day(0, 1, 1) }, 'cannot have a birthday that is not a valid date'],
];

describe('a request to add pets', () => {
  const add = (...pets: WirePet[]) => parseNewPets({ pets });

  it('returns pets with trimmed names', () => {
    expect(add({ ...thor, name: '  Thor the dog\n' }, { ...thor, name: 'x'.repeat(100_000) })).toStrictEqual([
      { name: 'Thor the dog', type: 'dog', birthday: day(2021, 4, 1) },
      { name: 'x'.repeat(100_000), type: 'dog', birthday: day(2021, 4, 1) },
    ]);
    expect(add()).toEqual([]);
  });

  it.each(faults)('is rejected if it has a pet with %o', (fault, message) => {
    expect(catchRejection(() => add(thor, { ...thor, ...fault }))).toBe(`InvalidArgument: ${message}`);
  });

  it('is rejected if a pet has no birthday', () => {
    expect(catchRejection(() => add(thor, { name: 'Thor', type: 'PTCanine' }))).toBe(
      'InvalidArgument: cannot have a pet without a birthday',
    );
  });

  it('is rejected if a pet has an id', () => {
    expect(catchRejection(() => add({ ...thor, id: 'x' }))).toBe('InvalidArgument: cannot set the Id field');
  });

  it('is rejected if its response would be too large for clients', () => {
    const request = { pets: Array.from({ length: mostPetsAtOnce + 1 }, () => thor) };
    expect(catchRejection(() => parseNewPets(request))).toBe(
      'ResourceExhausted: cannot accept more than 100000 pets at once',
    );
  });
});

describe('a request to update pets', () => {
  const update = (...pets: WirePet[]) => parseKnownPets({ pets });

  it('returns pets with their ids unchanged', () => {
    expect(update({ ...thor, id: ' 1 ', type: 'PTReptile' })).toStrictEqual([
      { id: ' 1 ', name: 'Thor', type: 'reptile', birthday: day(2021, 4, 1) },
    ]);
  });

  it.each([...faults, [{ id: '' }, 'updates must have the Id field set'] as [WirePet, string]])(
    'is rejected if it has a pet with %o',
    (fault, message) => {
      expect(catchRejection(() => update({ ...thor, id: '1', ...fault }))).toBe(`InvalidArgument: ${message}`);
    },
  );
});

describe('a request to search', () => {
  it('returns its filters', () => {
    expect(parseFilter({})).toEqual({ names: [], types: [] });
    const birthdate_range = { start: day(2020, 1, 1), end: day(2020, 1, 1) };
    expect(parseFilter({ names: [' Thor'], types: ['PTCanine', 'PTReptile'], birthdate_range })).toStrictEqual({
      names: ['Thor'],
      types: ['dog', 'reptile'],
      born: { from: day(2020, 1, 1), before: day(2020, 1, 1) },
    });
  });

  it.each<[SearchPetsReq, string]>([
    [{ types: ['PTCanine', 'PTUnknown'] }, 'cannot search for an unknown pet type'],
    [{ types: [undeclared] }, 'cannot search for an unknown pet type'],
    [{ birthdate_range: {} }, 'birthdate_range must have a start and an end'],
    [{ birthdate_range: { start: day(2020, 1, 1) } }, 'birthdate_range must have a start and an end'],
    [{ birthdate_range: { end: day(2020, 1, 1) } }, 'birthdate_range must have a start and an end'],
    [
      { birthdate_range: { start: day(2020, 2, 30), end: day(2021, 1, 1) } },
      'the start of birthdate_range is not a valid date',
    ],
    [
      { birthdate_range: { start: day(2020, 2, 3), end: day(2021, 0, 1) } },
      'the end of birthdate_range is not a valid date',
    ],
    [
      { birthdate_range: { start: day(2020, 1, 2), end: day(2020, 1, 1) } },
      'birthdate_range must not end before it starts',
    ],
  ])('is rejected if it has %o', (request, message) => {
    expect(catchRejection(() => parseFilter(request))).toBe(`InvalidArgument: ${message}`);
  });
});
