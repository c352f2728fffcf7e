import type { CalendarDate, NewPet, Pet, PetFilter, PetType } from '../pet.ts';

// The messages of `petstore.proto`, as the gRPC library reads and writes them: a field that has its default value may
// be absent, and the value of an enum is its name, or a number that the contract does not know.

export interface WirePet {
  readonly id?: string;
  readonly name?: string;
  readonly type?: string | number;
  readonly birthday?: Partial<CalendarDate>;
}

/** The messages AddPetsReq and UpdatePetsReq. */
export interface Pets {
  readonly pets?: readonly WirePet[];
}

/** The messages AddPetsResp and DeletePetsReq. */
export interface Ids {
  readonly ids?: readonly string[];
}

export interface SearchPetsReq {
  readonly names?: readonly string[];
  readonly types?: readonly (string | number)[];
  readonly birthdate_range?: { readonly start?: Partial<CalendarDate>; readonly end?: Partial<CalendarDate> };
}

export interface ChangeSamplerReq {
  readonly sampler?: { readonly type?: string | number; readonly float_value?: number };
}

/** The response of the calls that return no data. */
export type Empty = Readonly<Record<string, never>>;

const wireTypes: Readonly<Record<PetType, string>> = {
  dog: 'PTCanine',
  cat: 'PTFeline',
  bird: 'PTBird',
  reptile: 'PTReptile',
};
const petTypes = new Map<unknown, PetType>(
  (Object.keys(wireTypes) as PetType[]).flatMap((type, index) => [
    [wireTypes[type], type],
    [index + 1, type],
  ]),
);

/** Returns the pet type with this name or number in the contract; `undefined` if the contract does not have it. */
export function parsePetType(wire: unknown): PetType | undefined {
  return petTypes.get(wire);
}

/** Converts a pet to a message. A new pet has no id. */
export function toWirePet(pet: NewPet | Pet): WirePet {
  return { ...pet, type: wireTypes[pet.type] };
}

export function toWireFilter({ names = [], types = [], born }: PetFilter): SearchPetsReq {
  return {
    names,
    types: types.map((type) => wireTypes[type]),
    ...(born && { birthdate_range: { start: born.from, end: born.before } }),
  };
}
