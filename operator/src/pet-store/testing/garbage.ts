import type { Fields, WirePetSchema, WirePetType } from '../contract/index.ts';
import type { Garbage } from './fault.ts';

type PetFields = Fields<typeof WirePetSchema>;

/** The ids of added pets, made invalid. */
export function garbledIds(ids: readonly string[], what: Garbage): string[] {
  if (what === 'wrong-count') return ids.slice(1);
  return what === 'empty-id' ? ids.map(() => '') : [...ids];
}

/** A pet that was found, made invalid. */
export function garbledPets({ id = '', name = '', type, birthday }: PetFields, what: Garbage): PetFields[] {
  const pet = { id, name, ...(type !== undefined && { type }), birthday };
  const garbled = {
    'wrong-count': [pet, pet],
    'empty-id': [{ ...pet, id: '' }],
    'unknown-type': [{ ...pet, type: undeclared }],
    'impossible-date': [{ ...pet, birthday: { year: 2021, month: 2, day: 30 } }],
  } satisfies Record<Garbage, PetFields[]>;
  return garbled[what];
}

/** A pet type that the contract does not have. A message can have any number as an enum. */
const undeclared = 99 as WirePetType;
