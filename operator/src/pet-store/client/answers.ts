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
  if (ids.length !== count) throw buildGarbageError('the number of ids differs from the number of pets');
  if (ids.includes('')) throw buildGarbageError('an id is empty');
  if (new Set(ids).size !== ids.length) throw buildGarbageError('two added pets have the same id');
  return ids;
}

/**
 * Maximum number of characters of all names and ids in one response, and of pets: more than a real store sends, and less
 * than fits into memory.
 */
const mostText = 128 * 1024 * 1024;
const mostPets = 250_000;

/**
 * Validates the pets of one response.
 *
 * Throws: `Garbage`, for an invalid pet, for more than `maxPets` of them, and for too much text.
 */
export function createPetCollector(maxPets = mostPets): { take(pet: WirePet): void; readonly pets: readonly Pet[] } {
  const pets: Pet[] = [];
  const ids = new Set<string>();
  let text = 0;
  return {
    pets,
    take(wire) {
      const pet = parsePet(wire);
      if (ids.has(pet.id)) throw buildGarbageError('two pets have the same id');
      text += pet.id.length + pet.name.length;
      if (pets.length >= maxPets || text > mostText)
        throw buildGarbageError('the response contains more pets, or longer names, than this client accepts');
      ids.add(pet.id);
      pets.push(pet);
    },
  };
}

function parsePet({ id = '', name = '', type, birthday }: WirePet): Pet {
  const known = parsePetType(type);
  if (id === '') throw buildGarbageError('a pet has an empty id');
  if (name.trim() === '') throw buildGarbageError('the name of a pet is empty');
  if (known === undefined) throw buildGarbageError('the type of a pet is unknown');
  if (birthday === undefined) throw buildGarbageError('the birthday of a pet is missing');
  if (!isCalendarDate(birthday)) throw buildGarbageError('the birthday of a pet is not a valid date');
  return { id, name, type: known, birthday };
}

function buildGarbageError(detail: string): PetStoreError {
  return new PetStoreError('Garbage', { detail });
}
