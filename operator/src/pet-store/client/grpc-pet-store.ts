import { petFields, toWireFilter } from '../contract/index.ts';
import { checkedIds, petCollector } from './answers.ts';
import { openChannel } from './channel.ts';
import type { PetStore, PetStoreConnection } from './pet-store.ts';

const defaultMaxPets = 250_000;

/** The implementation of the client that `connectPetStore` returns. */
export function openPetStore(connection: PetStoreConnection): PetStore {
  const { maxPets = defaultMaxPets } = connection;
  const channel = openChannel(connection);
  const close = async (): Promise<void> => channel.close();
  return {
    add: (pets, call) =>
      channel.call(call, async (client, options) => {
        const { ids } = await client.addPets({ pets: pets.map(petFields) }, options);
        return checkedIds(ids, pets.length);
      }),
    update: (pets, call) =>
      channel.call({ ...call, isUpdate: true }, async (client, options) => {
        await client.updatePets({ pets: pets.map(petFields) }, options);
      }),
    delete: (ids, call) =>
      channel.call(call, async (client, options) => {
        await client.deletePets({ ids: [...ids] }, options);
      }),
    search: (filter = {}, call) =>
      channel.call(call, async (client, options) => {
        const found = petCollector(maxPets);
        for await (const pet of client.searchPets(toWireFilter(filter), options)) found.take(pet);
        return found.pets;
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
