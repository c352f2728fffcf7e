import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';

import {
  AddPetsReqSchema,
  type PetSchema,
  SearchPetsReqSchema,
  UpdatePetsReqSchema,
} from '../contract/generated/petstore_pb.ts';
import type { WirePetType } from '../contract/index.ts';
import { filterOf, knownPetsOf, mostPetsAtOnce, newPetsOf } from './requests.ts';

type Fields = MessageInitShape<typeof PetSchema>;

const day = (year: number, month: number, day: number) => ({ year, month, day });
const thor: Fields = { name: 'Thor', type: 1, birthday: day(2021, 4, 1) };
const undeclared = 5 as WirePetType;

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error);
    return `${Code[code]}: ${rawMessage}`;
  }
  return 'taken';
}

const faults: [Fields, string][] = [
  [{ name: '' }, 'cannot have a pet without a name'],
  [{ name: ' \t\n\u00a0' }, 'cannot have a pet without a name'],
  [{ type: 0 }, 'cannot have an unknown pet type'],
  [{ type: undeclared }, 'cannot have an unknown pet type'],
  [{ birthday: undefined }, 'cannot have a pet without a birthday'],
  [{ birthday: {} }, 'cannot have a birthday that is no day'],
  [{ birthday: day(2021, 2, 29) }, 'cannot have a birthday that is no day'],
  [{ birthday: day(2021, 13, 1) }, 'cannot have a birthday that is no day'],
  [{ birthday: day(0, 1, 1) }, 'cannot have a birthday that is no day'],
];

describe('a request to add pets', () => {
  const add = (...pets: object[]) => newPetsOf(create(AddPetsReqSchema, { pets }));

  it('returns pets with trimmed names', () => {
    expect(add({ ...thor, name: '  Thor the dog\n' }, { ...thor, name: 'x'.repeat(100_000) })).toStrictEqual([
      { name: 'Thor the dog', type: 'dog', birthday: day(2021, 4, 1) },
      { name: 'x'.repeat(100_000), type: 'dog', birthday: day(2021, 4, 1) },
    ]);
    expect(add()).toEqual([]);
  });

  it.each(faults)('is refused if it has a pet with %o', (fault, message) => {
    expect(refusal(() => add(thor, { ...thor, ...fault }))).toBe(`InvalidArgument: ${message}`);
  });

  it('is refused if a pet has an id', () => {
    expect(refusal(() => add({ ...thor, id: 'x' }))).toBe('InvalidArgument: cannot set the Id field');
  });

  it('is refused if its response would be too large for clients', () => {
    const request = create(AddPetsReqSchema, { pets: Array.from({ length: mostPetsAtOnce + 1 }, () => thor) });
    expect(refusal(() => newPetsOf(request))).toBe('ResourceExhausted: cannot take more than 100000 pets at once');
  });
});

describe('a request to update pets', () => {
  const update = (...pets: object[]) => knownPetsOf(create(UpdatePetsReqSchema, { pets }));

  it('returns pets with their ids unchanged', () => {
    expect(update({ ...thor, id: ' 1 ', type: 4 })).toStrictEqual([
      { id: ' 1 ', name: 'Thor', type: 'reptile', birthday: day(2021, 4, 1) },
    ]);
  });

  it.each([...faults, [{ id: '' }, 'updates must have the Id field set'] as [Fields, string]])(
    'is refused if it has a pet with %o',
    (fault, message) => {
      expect(refusal(() => update({ ...thor, id: '1', ...fault }))).toBe(`InvalidArgument: ${message}`);
    },
  );
});

describe('a request to search', () => {
  const search = (request: object) => filterOf(create(SearchPetsReqSchema, request));

  it('returns its filters', () => {
    expect(search({})).toEqual({ names: [], types: [] });
    const birthdateRange = { start: day(2020, 1, 1), end: day(2020, 1, 1) };
    expect(search({ names: [' Thor'], types: [1, 4], birthdateRange })).toStrictEqual({
      names: ['Thor'],
      types: ['dog', 'reptile'],
      born: { from: day(2020, 1, 1), before: day(2020, 1, 1) },
    });
  });

  it.each<[object, string]>([
    [{ types: [1, 0] }, 'cannot search for an unknown pet type'],
    [{ types: [undeclared] }, 'cannot search for an unknown pet type'],
    [{ birthdateRange: {} }, 'birthdate_range must have a start and an end'],
    [{ birthdateRange: { start: day(2020, 1, 1) } }, 'birthdate_range must have a start and an end'],
    [{ birthdateRange: { end: day(2020, 1, 1) } }, 'birthdate_range must have a start and an end'],
    [{ birthdateRange: { start: day(2020, 2, 30), end: day(2021, 1, 1) } }, 'the start of birthdate_range is no day'],
    [{ birthdateRange: { start: day(2020, 2, 3), end: day(2021, 0, 1) } }, 'the end of birthdate_range is no day'],
    [
      { birthdateRange: { start: day(2020, 1, 2), end: day(2020, 1, 1) } },
      'birthdate_range must not end before it starts',
    ],
  ])('is refused if it has %o', (request, message) => {
    expect(refusal(() => search(request))).toBe(`InvalidArgument: ${message}`);
  });
});
