import type { Pet, PetFilter } from '../pet.ts';

/** An update names a pet that is not there. */
export class UnknownPetError extends Error {
  override readonly name = 'UnknownPetError';
  readonly id: string;

  constructor(id: string) {
    super(`there is no pet ${JSON.stringify(id)}`);
    this.id = id;
  }
}

/**
 * Where the pets of a store are kept. What it is given is valid already.
 *
 * Guarantees: each call is done when it returns, as a whole or (if it throws) not at all; what it returns is a copy that
 * later calls do not change.
 */
export interface PetTable extends Disposable {
  /** Keeps pets whose ids nobody has. */
  add(pets: readonly Pet[]): void;
  /**
   * Replaces the pets with these ids; where an id stands twice, the last one counts.
   *
   * Throws: `UnknownPetError` for the first id that it does not know.
   */
  update(pets: readonly Pet[]): void;
  /** Forgets the pets with these ids; unknown ones are passed over. */
  delete(ids: readonly string[]): void;
  /** The pets that pass the filter, in no order. */
  search(filter: PetFilter): readonly Pet[];
}
