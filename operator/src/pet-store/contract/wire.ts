import type { MessageInitShape } from '@bufbuild/protobuf';

import type { NewPet, Pet, PetFilter, PetType } from '../pet.ts';
import { type PetSchema, PetType as WirePetType, type SearchPetsReqSchema } from './generated/petstore_pb.ts';

/** How the contract calls our types. */
export const wirePetTypes: Readonly<Record<PetType, WirePetType>> = {
  dog: WirePetType.PTCanine,
  cat: WirePetType.PTFeline,
  bird: WirePetType.PTBird,
  reptile: WirePetType.PTReptile,
};

const petTypes = new Map<number, PetType>(Object.entries(wirePetTypes).map(([type, wire]) => [wire, type as PetType]));

/** What the contract's number stands for; `undefined` for unknown ones, which an enum of proto3 can hold. */
export function petTypeOf(wire: number): PetType | undefined {
  return petTypes.get(wire);
}

/** The fields of a message of the contract. */
export type Fields<TSchema extends typeof PetSchema | typeof SearchPetsReqSchema> = MessageInitShape<TSchema>;

/** A pet as the contract has it: one that is new has an empty id. */
export function petFields(pet: NewPet | Pet): Fields<typeof PetSchema> {
  const { name, type, birthday } = pet;
  return { id: 'id' in pet ? pet.id : '', name, type: wirePetTypes[type], birthday };
}

/** A filter as the contract has it. */
export function toWireFilter({ names = [], types = [], born }: PetFilter): Fields<typeof SearchPetsReqSchema> {
  return {
    names: [...names],
    types: types.map((type) => wirePetTypes[type]),
    ...(born && { birthdateRange: { start: born.from, end: born.before } }),
  };
}
