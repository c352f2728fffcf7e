import type { Clock } from '@kubewright/runtime';
import {
  isPetStoreError,
  type NewPet,
  type Pet,
  type PetFilter,
  type PetStore,
  PetStoreError,
} from '../../pet-store/client/index.ts';
import { StoreRecovery } from './store-recovery.ts';
import { type Change, type StoredPets, type Moment, Snapshot } from './snapshot.ts';
import { KeyedLocks } from './keyed-locks.ts';

/**
 * A client of a pet store that all reconciles of a process share, with one connection and one search of the whole store
 * for all callers. Throws: `PetStoreError` like the client, or the reason of `signal`.
 */
export interface SharedPetStore extends AsyncDisposable {
  /** Returns all pets of the store, from the search of the current round, with this process's writes since then. */
  getKnown(signal: AbortSignal): Promise<StoredPets>;
  /** Returns the current moment, to pass to `getSeenSince`. */
  getMoment(): Moment;
  /** Returns all pets of the store, from a search that began after `moment`, with this process's writes since then. */
  getSeenSince(moment: Moment, signal: AbortSignal): Promise<StoredPets>;
  /** @returns the id of the added pet */
  add(pet: NewPet, signal: AbortSignal): Promise<string>;
  /**
   * Updates a pet.
   * @returns whether the store has the pet
   */
  update(pet: Pet, signal: AbortSignal): Promise<boolean>;
  /** Deletes a pet. Resolves even if the store does not have it. */
  delete(id: string, signal: AbortSignal): Promise<void>;
  /** Locks per key: for additions of equal pets, and for searches for a pet whose addition got no response. */
  readonly turns: KeyedLocks;
  /** Enqueues Pets whose call got no response, as soon as the store answers again. */
  readonly recovery: StoreRecovery;
  /** Returns the milliseconds until the next search of the whole store, which is the same time for all callers. */
  nextSearchMs(): number;
}

/**
 * Lets all reconciles of a process share `store`. Disposing the result closes the store.
 *
 * @param options.resyncMs how often the whole store is searched
 * @param options.random shortens the pauses between the probes of a store that does not answer. Default: Math.random
 */
export function sharePetStore(
  store: PetStore,
  options: { clock: Clock; resyncMs: number; random?: () => number },
): SharedPetStore {
  const { clock, resyncMs: everyMs, random = Math.random } = options;
  const snapshot = new Snapshot({ clock, everyMs, search: () => store.search() });
  return {
    async getKnown(signal) {
      const pets = await snapshot.getCurrent();
      // Only this call is aborted; the shared search continues for other callers.
      signal.throwIfAborted();
      return pets;
    },
    getMoment: () => snapshot.getMoment(),
    async getSeenSince(moment, signal) {
      const pets = await snapshot.getSince(moment);
      signal.throwIfAborted();
      return pets;
    },
    turns: new KeyedLocks(),
    recovery: new StoreRecovery({
      clock,
      random,
      probe: (signal) => isAnswering(store, signal),
      isBack: () => snapshot.clearFailure(),
    }),
    nextSearchMs: () => snapshot.computeRestOfRoundMs(),
    async add(pet, signal) {
      const [id] = await store.add([pet], { signal });
      if (id === undefined) throw new PetStoreError('Garbage', { detail: 'no id for the added pet' });
      snapshot.enter(has({ ...pet, id }));
      return id;
    },
    async update(pet, signal) {
      try {
        await store.update([pet], { signal });
        snapshot.enter(has(pet));
        return true;
      } catch (error) {
        if (isPetStoreError(error, 'NotFound')) {
          snapshot.noteMissing(pet.id);
          return false;
        }
        // The store may or may not have executed the update, so the state of this pet is unknown.
        snapshot.enter(hasNot(pet.id));
        throw error;
      }
    },
    async delete(id, signal) {
      try {
        await store.delete([id], { signal });
      } finally {
        snapshot.enter(hasNot(id));
      }
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const someDay = { year: 2000, month: 1, day: 1 };

/** A filter that matches no pet, because its range of birthdays is empty. */
const noPet: PetFilter = { born: { from: someDay, before: someDay } };

/** Whether the store answers. A request that the store rejects counts as answered. */
async function isAnswering(store: PetStore, signal: AbortSignal): Promise<boolean> {
  try {
    await store.search(noPet, { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return isPetStoreError(error, 'Invalid') || isPetStoreError(error, 'NotFound');
  }
}

function has(pet: Pet): Change {
  return (known) => void known.set(pet.id, pet);
}

function hasNot(id: string): Change {
  return (known) => void known.delete(id);
}
