import { parseAddress } from '../address.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStore, PetStoreConnection } from './pet-store.ts';

/**
 * A client of the store at an address. Before the first call, it opens no connection and loads no gRPC library.
 *
 * Throws: `OperatorError` `SETTINGS_INVALID` if the address is invalid.
 */
export function connectPetStore(connection: PetStoreConnection): PetStore {
  parseAddress(connection.address);
  let opened: Promise<PetStore> | undefined;
  let isClosed = false;
  const open = (): Promise<PetStore> => {
    if (isClosed)
      return Promise.reject(
        new PetStoreError('Unavailable', { cause: new Error('the client was closed before the call') }),
      );
    opened ??= import('./grpc-pet-store.ts').then(({ openPetStore }) => openPetStore(connection));
    return opened;
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await (await opened)?.close();
  };
  return {
    add: async (pets, call) => (await open()).add(pets, call),
    update: async (pets, call) => (await open()).update(pets, call),
    delete: async (ids, call) => (await open()).delete(ids, call),
    search: async (filter, call) => (await open()).search(filter, call),
    close,
    [Symbol.asyncDispose]: close,
  };
}
