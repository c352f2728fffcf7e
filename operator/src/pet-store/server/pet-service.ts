import { randomUUID } from 'node:crypto';

import {
  type ChangeSamplerReq,
  type Empty,
  type Ids,
  type Pets,
  type SearchPetsReq,
  toWirePet,
  type WirePet,
} from '../contract/messages.ts';
import { type PetTable, UnknownPetError } from '../table/pet-table.ts';
import { parseFilter, parseKnownPets, parseNewPets, StatusError } from './requests.ts';
import { type Sampler, parseShare } from './sampler.ts';

type Awaitable<T> = T | Promise<T>;

/** The contract's five calls. */
export interface PetService {
  readonly addPets: (request: Pets) => Awaitable<Ids>;
  readonly updatePets: (request: Pets) => Awaitable<Empty>;
  readonly deletePets: (request: Ids) => Awaitable<Empty>;
  readonly searchPets: (request: SearchPetsReq) => Awaitable<Iterable<WirePet> | AsyncIterable<WirePet>>;
  readonly changeSampler: (request: ChangeSamplerReq) => Awaitable<Empty>;
}

/** Implements the contract with a table. Validates the whole request before it changes the table. */
export function createPetService(table: PetTable, sampler: Sampler): PetService {
  return {
    addPets(request) {
      const pets = parseNewPets(request).map((pet) => ({ id: randomUUID(), ...pet }));
      table.add(pets);
      return { ids: pets.map(({ id }) => id) };
    },
    updatePets(request) {
      const pets = parseKnownPets(request);
      try {
        table.update(pets);
      } catch (error) {
        if (!(error instanceof UnknownPetError)) throw error;
        throw new StatusError('Internal', `pet with ID(${shortenId(error.id)}) doesn't exist`);
      }
      return {};
    },
    deletePets({ ids = [] }) {
      table.delete(ids);
      return {};
    },
    searchPets: (request) => table.search(parseFilter(request)).map(toWirePet),
    changeSampler(request) {
      sampler.change(parseShare(request));
      return {};
    },
  };
}

/**
 * Maximum length of an id in an error message. The message is sent as a header, and clients can send ids of any length.
 */
const shownIdLength = 64;

function shortenId(id: string): string {
  // The cut can split a surrogate pair, and half of a pair cannot be written into a header.
  return id.slice(0, shownIdLength).toWellFormed();
}
