import { dayNumber } from '../calendar.ts';
import type { Pet, PetFilter } from '../pet.ts';
import { type PetTable, UnknownPetError } from './pet-table.ts';

/**
 * A table in memory; the pets are lost when the process ends. It is a single map without indexes, so it cannot become
 * inconsistent; a search checks every pet.
 */
export function createMemoryTable(): PetTable {
  const pets = new Map<string, Pet>();
  const set = (each: readonly Pet[]): void => {
    for (const pet of each) pets.set(pet.id, pet);
  };
  return {
    add: set,
    update(changed) {
      const unknown = changed.find(({ id }) => !pets.has(id));
      if (unknown !== undefined) throw new UnknownPetError(unknown.id);
      set(changed);
    },
    delete(ids) {
      for (const id of ids) pets.delete(id);
    },
    search: (filter) => [...pets.values()].filter(passes(filter)),
    [Symbol.dispose]() {
      pets.clear();
    },
  };
}

/** A function that checks whether a pet matches all parts of the filter. */
function passes({ names = [], types = [], born }: PetFilter): (pet: Pet) => boolean {
  const tests: ((pet: Pet) => boolean)[] = [];
  if (names.length > 0) {
    const set = new Set(names);
    tests.push(({ name }) => set.has(name));
  }
  if (types.length > 0) tests.push(({ type }) => types.includes(type));
  if (born !== undefined) {
    const [from, before] = [dayNumber(born.from), dayNumber(born.before)];
    tests.push(({ birthday }) => dayNumber(birthday) >= from && dayNumber(birthday) < before);
  }
  return (pet) => tests.every((test) => test(pet));
}
