import type { Pet, PetFilter } from '../pet.ts';

/** An update has the id of a pet that does not exist. */
export class UnknownPetError extends Error {
  override readonly name = 'UnknownPetError';
  readonly id: string;

  constructor(id: string) {
    super(`there is no pet ${JSON.stringify(id)}`);
    this.id = id;
  }
}

/**
 * Stores the pets of a store. Callers validate all arguments.
 *
 * Guarantees: each call has been executed completely when it returns, or not at all if it throws; results are copies
 * that later calls do not change.
 */
export interface PetTable extends Disposable {
  /** Stores pets, which have new ids. */
  add(pets: readonly Pet[]): void;
  /**
   * Replaces the pets with these ids; if an id occurs twice, the last pet wins.
   *
   * Throws: `UnknownPetError` for the first unknown id.
   */
  update(pets: readonly Pet[]): void;
  /** Deletes the pets with these ids; unknown ids are ignored. */
  delete(ids: readonly string[]): void;
  /** The pets that match the filter, in any order. */
  search(filter: PetFilter): readonly Pet[];
}
