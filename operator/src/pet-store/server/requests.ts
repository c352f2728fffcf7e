import { toDayNumber, isCalendarDate } from '../calendar.ts';
import { type Pets, parsePetType, type SearchPetsReq, type WirePet } from '../contract/messages.ts';
import type { CalendarDate, NewPet, Pet, PetFilter, PetType } from '../pet.ts';

/**
 * The maximum number of pets in one request: the response with their ids stays below the 4 MiB that a gRPC client
 * accepts by default.
 */
export const mostPetsAtOnce = 100_000;

/** The pets of an AddPets request. Throws: INVALID_ARGUMENT for the first invalid pet. */
export function parseNewPets({ pets = [] }: Pets): NewPet[] {
  rejectTooMany(pets);
  return pets.map((pet) => {
    if (isSet(pet.id)) throw buildInvalidError('cannot set the Id field');
    return parsePet(pet);
  });
}

/** The pets of an UpdatePets request. Throws: INVALID_ARGUMENT for the first invalid pet. */
export function parseKnownPets({ pets = [] }: Pets): Pet[] {
  rejectTooMany(pets);
  return pets.map((pet) => {
    if (!isSet(pet.id)) throw buildInvalidError('updates must have the Id field set');
    return { id: pet.id, ...parsePet(pet) };
  });
}

/** The filter of a SearchPets request, with trimmed names like those of pets. Throws: INVALID_ARGUMENT. */
export function parseFilter({ names = [], types = [], birthdate_range: range }: SearchPetsReq): PetFilter {
  return {
    names: names.map((name) => name.trim()),
    types: types.map((type) => parseType(type, 'cannot search for an unknown pet type')),
    ...(range && { born: parseRange(range) }),
  };
}

function rejectTooMany(pets: readonly WirePet[]): void {
  if (pets.length <= mostPetsAtOnce) return;
  throw new StatusError('ResourceExhausted', `cannot accept more than ${mostPetsAtOnce} pets at once`);
}

function parsePet({ name = '', type, birthday }: WirePet): NewPet {
  const trimmed = name.trim();
  if (trimmed === '') throw buildInvalidError('cannot have a pet without a name');
  const checked = parseType(type, 'cannot have an unknown pet type');
  if (birthday === undefined) throw buildInvalidError('cannot have a pet without a birthday');
  return {
    name: trimmed,
    type: checked,
    birthday: parseDay(birthday, 'cannot have a birthday that is not a valid date'),
  };
}

function parseType(type: WirePet['type'], otherwise: string): PetType {
  const known = parsePetType(type);
  if (known === undefined) throw buildInvalidError(otherwise);
  return known;
}

function parseRange({ start, end }: NonNullable<SearchPetsReq['birthdate_range']>): NonNullable<PetFilter['born']> {
  if (start === undefined || end === undefined) throw buildInvalidError('birthdate_range must have a start and an end');
  const from = parseDay(start, 'the start of birthdate_range is not a valid date');
  const before = parseDay(end, 'the end of birthdate_range is not a valid date');
  if (toDayNumber(from) > toDayNumber(before)) throw buildInvalidError('birthdate_range must not end before it starts');
  return { from, before };
}

function parseDay(day: Partial<CalendarDate>, otherwise: string): CalendarDate {
  if (!isCalendarDate(day)) throw buildInvalidError(otherwise);
  return day;
}

function isSet(id: string | undefined): id is string {
  return id !== undefined && id !== '';
}

function buildInvalidError(message: string): StatusError {
  return new StatusError('InvalidArgument', message);
}

/** The gRPC status codes of a store's responses, by their names in its log: https://grpc.io/docs/guides/status-codes/ */
export const statusCodes = {
  Canceled: 1,
  InvalidArgument: 3,
  ResourceExhausted: 8,
  Internal: 13,
  Unavailable: 14,
} as const;

/** An error that is sent to the client unchanged. Any other error stays in the log of the store. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: keyof typeof statusCodes;

  constructor(code: keyof typeof statusCodes, message: string) {
    super(message);
    this.code = code;
  }
}
