import { parseAddress } from '../address.ts';
import { toWireFilter, toWirePet } from '../contract/messages.ts';
import { checkIds, createPetCollector } from './answers.ts';
import type { Channel, PetStoreRequest } from './channel.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStore, PetStoreCall, PetStoreConnection } from './pet-store.ts';

/**
 * A client of the store at an address. Before the first call, it opens no connection and loads no gRPC library.
 *
 * Throws: `OperatorError` `SETTINGS_INVALID` if the address is invalid.
 */
export function connectPetStore(connection: PetStoreConnection): PetStore {
  parseAddress(connection.address);
  const closing = new AbortController();
  let channel: Promise<Channel> | undefined;
  async function* stream<TRequest, TResponse>(request: PetStoreRequest<TRequest, TResponse>, call: PetStoreCall = {}) {
    call.signal?.throwIfAborted();
    channel ??= import('./channel.ts').then(({ Channel }) => new Channel(connection, closing.signal));
    yield* (await channel).call(request, call);
  }
  async function callUnary<TRequest, TResponse>(
    request: PetStoreRequest<TRequest, TResponse>,
    call?: PetStoreCall,
  ): Promise<TResponse> {
    let message: TResponse | undefined;
    for await (const each of stream(request, call)) message ??= each;
    if (message === undefined) throw new PetStoreError('Garbage');
    return message;
  }
  const close = async (): Promise<void> => closing.abort(new Error('the client is closed'));
  return {
    async add(pets, call) {
      const { ids = [] } = await callUnary(
        { method: ({ AddPets }) => AddPets, request: { pets: pets.map(toWirePet) } },
        call,
      );
      return checkIds(ids, pets.length);
    },
    async update(pets, call) {
      await callUnary({ method: ({ UpdatePets }) => UpdatePets, request: { pets: pets.map(toWirePet) } }, call);
    },
    async delete(ids, call) {
      await callUnary({ method: ({ DeletePets }) => DeletePets, request: { ids } }, call);
    },
    async search(filter = {}, call) {
      const found = createPetCollector();
      for await (const pet of stream({ method: (methods) => methods.SearchPets, request: toWireFilter(filter) }, call))
        found.take(pet);
      return found.pets;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
