import { Code, ConnectError } from '@connectrpc/connect';

import { dayNumber, isCalendarDate } from '../calendar.ts';
import {
  type AddPetsReq,
  type DateRange,
  petTypeOf,
  type SearchPetsReq,
  type UpdatePetsReq,
  type WirePet,
} from '../contract/index.ts';
import type { CalendarDate, NewPet, Pet, PetFilter, PetType } from '../pet.ts';

/**
 * Limit of pets in one request, so that the response with their ids stays below the 4 MiB that a gRPC client accepts by
 * default.
 */
export const mostPetsAtOnce = 100_000;

/** The pets of an AddPets request. Throws: INVALID_ARGUMENT for the first invalid pet. */
export function newPetsOf({ pets }: AddPetsReq): NewPet[] {
  refuseTooMany(pets);
  return pets.map((pet) => {
    if (pet.id !== '') throw invalid('cannot set the Id field');
    return checkedPet(pet);
  });
}

/** The pets of an UpdatePets request. Throws: INVALID_ARGUMENT for the first invalid pet. */
export function knownPetsOf({ pets }: UpdatePetsReq): Pet[] {
  refuseTooMany(pets);
  return pets.map((pet) => {
    if (pet.id === '') throw invalid('updates must have the Id field set');
    return { id: pet.id, ...checkedPet(pet) };
  });
}

/** The filter of a SearchPets request. Names are trimmed, as those of pets are. Throws: INVALID_ARGUMENT. */
export function filterOf({ names, types, birthdateRange }: SearchPetsReq): PetFilter {
  return {
    names: names.map((name) => name.trim()),
    types: types.map((type) => checkedType(type, 'cannot search for an unknown pet type')),
    ...(birthdateRange && { born: checkedRange(birthdateRange) }),
  };
}

function refuseTooMany(pets: readonly WirePet[]): void {
  if (pets.length <= mostPetsAtOnce) return;
  throw new ConnectError(`cannot take more than ${mostPetsAtOnce} pets at once`, Code.ResourceExhausted);
}

function checkedPet({ name, type, birthday }: WirePet): NewPet {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid('cannot have a pet without a name');
  const checked = checkedType(type, 'cannot have an unknown pet type');
  if (birthday === undefined) throw invalid('cannot have a pet without a birthday');
  return { name: trimmed, type: checked, birthday: checkedDay(birthday, 'cannot have a birthday that is no day') };
}

function checkedType(type: number, otherwise: string): PetType {
  const known = petTypeOf(type);
  if (known === undefined) throw invalid(otherwise);
  return known;
}

function checkedRange({ start, end }: DateRange): { from: CalendarDate; before: CalendarDate } {
  if (start === undefined || end === undefined) throw invalid('birthdate_range must have a start and an end');
  const from = checkedDay(start, 'the start of birthdate_range is no day');
  const before = checkedDay(end, 'the end of birthdate_range is no day');
  if (dayNumber(from) > dayNumber(before)) throw invalid('birthdate_range must not end before it starts');
  return { from, before };
}

/** The day as a plain object, without the internal fields of a message. Throws if it is not in the calendar. */
function checkedDay({ year, month, day }: CalendarDate, otherwise: string): CalendarDate {
  if (!isCalendarDate({ year, month, day })) throw invalid(otherwise);
  return { year, month, day };
}

function invalid(message: string): ConnectError {
  return new ConnectError(message, Code.InvalidArgument);
}
