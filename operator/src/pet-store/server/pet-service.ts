import { randomUUID } from 'node:crypto';

import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';

import { petFields, type PetStoreService } from '../contract/index.ts';
import type { Pet } from '../pet.ts';
import { type PetTable, UnknownPetError } from '../table/index.ts';
import { filterOf, knownPetsOf, newPetsOf } from './requests.ts';
import { type Sampler, samplingOf } from './sampler.ts';

/** The parts of the service. */
export interface PetServiceParts {
  readonly table: PetTable;
  readonly sampler: Sampler;
}

/** The contract's five calls. */
export type PetService = ServiceImpl<typeof PetStoreService>;

/** Implements the contract with a table. Validates the whole request before it changes the table. */
export function petService({ table, sampler }: PetServiceParts): PetService {
  return {
    addPets(request) {
      const pets = newPetsOf(request).map((pet) => ({ id: randomUUID(), ...pet }));
      table.add(pets);
      return { ids: pets.map(({ id }) => id) };
    },
    updatePets(request) {
      update(table, knownPetsOf(request));
      return {};
    },
    deletePets({ ids }) {
      table.delete(ids);
      return {};
    },
    async *searchPets(request) {
      for (const pet of table.search(filterOf(request))) yield petFields(pet);
    },
    changeSampler(request) {
      sampler.change(samplingOf(request));
      return {};
    },
  };
}

/**
 * The limit of an id in an error message, which is sent as a header. Longer ids are cut: clients choose their length.
 */
const shownIdLength = 64;

function update(table: PetTable, pets: readonly Pet[]): void {
  try {
    table.update(pets);
  } catch (error) {
    if (!(error instanceof UnknownPetError)) throw error;
    throw new ConnectError(`pet with ID(${shown(error.id)}) doesn't exist`, Code.Internal);
  }
}

function shown(id: string): string {
  // The cut can split a surrogate pair, and half of a pair cannot be written into a header.
  return id.slice(0, shownIdLength).toWellFormed();
}
