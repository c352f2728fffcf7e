import type { Logger } from '@kubewright/runtime';
import type { PetStore } from '../../pet-store/client/index.ts';

/** Wraps the store for a dry run: reads reach the store, and writes are only logged. */
export function makeReadOnly(store: PetStore, log: Logger): PetStore {
  return {
    async add(pets) {
      log.info('would add pets to the store', { pets: pets.map(({ name }) => name) });
      return pets.map(({ name }) => `dry-run-${name}`);
    },
    async update(pets) {
      log.info('would update pets in the store', { ids: pets.map(({ id }) => id) });
    },
    async delete(ids) {
      log.info('would remove pets from the store', { ids });
    },
    search: (filter, call) => store.search(filter, call),
    close: () => store.close(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
