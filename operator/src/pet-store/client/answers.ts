import { isCalendarDate } from '../calendar.ts';
import { parsePetType, type WirePet } from '../contract/messages.ts';
import type { Pet } from '../pet.ts';
import { PetStoreError } from './pet-store-error.ts';

/**
 * Validates the ids that a store assigned to `count` pets.
 *
 * Throws: `Garbage`.
 */
export function checkIds(ids: readonly string[], count: number): readonly string[] {
  if (ids.length !== count) throw buildGarbageError('it gave another number of ids than it was given pets');
  if (ids.includes('')) throw buildGarbageError('it gave an empty id');
  if (new Set(ids).size !== ids.length) throw buildGarbageError('it gave two pets the same id');
  return ids;
}

/**
 * The maximum number of characters of all names and ids in one response: more than a real store sends, and less than
 * the available memory.
 */
const mostText = 128 * 1024 * 1024;

/**
 * Validates the pets of one response.
 *
 * Throws: `Garbage`, for an invalid pet, and for more than `maxPets` of them.
 */
export function createPetCollector(maxPets: number): { take(pet: WirePet): void; readonly pets: readonly Pet[] } {
  const pets: Pet[] = [];
  const ids = new Set<string>();
  let text = 0;
  return {
    pets,
    take(wire) {
      const pet = parsePet(wire);
      if (ids.has(pet.id)) throw buildGarbageError('it has two pets with the same id');
      text += pet.id.length + pet.name.length;
      if (pets.length >= maxPets || text > mostText) throw buildGarbageError('it has more pets than this client takes');
      ids.add(pet.id);
      pets.push(pet);
    },
  };
}

function parsePet({ id = '', name = '', type, birthday }: WirePet): Pet {
  const known = parsePetType(type);
  if (id === '') throw buildGarbageError('it has a pet without an id');
  if (name.trim() === '') throw buildGarbageError('it has a pet without a name');
  if (known === undefined) throw buildGarbageError('it has a pet of an unknown type');
  if (birthday === undefined) throw buildGarbageError('it has a pet without a birthday');
  if (!isCalendarDate(birthday)) throw buildGarbageError('it has a pet whose birthday is no day');
  return { id, name, type: known, birthday };
}

function buildGarbageError(detail: string): PetStoreError {
  return new PetStoreError('Garbage', { detail });
}
