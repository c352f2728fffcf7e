import type { MessageInitShape } from '@bufbuild/protobuf';

import type { NewPet, Pet, PetFilter, PetType } from '../pet.ts';
import { type PetSchema, PetType as WirePetType, type SearchPetsReqSchema } from './generated/petstore_pb.ts';

/** Our pet types in the contract. */
export const wirePetTypes: Readonly<Record<PetType, WirePetType>> = {
  dog: WirePetType.PTCanine,
  cat: WirePetType.PTFeline,
  bird: WirePetType.PTBird,
  reptile: WirePetType.PTReptile,
};

const petTypes = new Map<number, PetType>(Object.entries(wirePetTypes).map(([type, wire]) => [wire, type as PetType]));

/** Our pet type for a number of the contract; `undefined` for an unknown number, which a proto3 enum can hold. */
export function petTypeOf(wire: number): PetType | undefined {
  return petTypes.get(wire);
}

/** The fields of a message of the contract, to create one. */
export type Fields<TSchema extends typeof PetSchema | typeof SearchPetsReqSchema> = MessageInitShape<TSchema>;

/** A pet as a message of the contract. A new pet has an empty id. */
export function petFields(pet: NewPet | Pet): Fields<typeof PetSchema> {
  const { name, type, birthday } = pet;
  return { id: 'id' in pet ? pet.id : '', name, type: wirePetTypes[type], birthday };
}

/** A filter as a message of the contract. */
export function toWireFilter({ names = [], types = [], born }: PetFilter): Fields<typeof SearchPetsReqSchema> {
  return {
    names: [...names],
    types: types.map((type) => wirePetTypes[type]),
    ...(born && { birthdateRange: { start: born.from, end: born.before } }),
  };
}
