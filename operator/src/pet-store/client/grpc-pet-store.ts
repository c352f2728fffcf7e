import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';

import { petFields, PetStoreService, toWireFilter } from '../contract/index.ts';
import { checkedIds, petCollector } from './answers.ts';
import { failureOf } from './failures.ts';
import { linkedSignal } from './linked-signal.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStore, PetStoreCall, PetStoreConnection } from './pet-store.ts';
import { createSessions } from './sessions.ts';

/** Bytes of one message. */
const mostMessageBytes = 4 * 1024 * 1024;
const defaults = { deadlineMs: 5000, maxPets: 250_000 };

/** Opens the channel of `connectPetStore`. The connection is made by the first call. */
export function openPetStore(connection: PetStoreConnection): PetStore {
  const { maxPets } = { ...defaults, ...connection };
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

type PetClient = Client<typeof PetStoreService>;
type Call = PetStoreCall & { readonly isUpdate?: boolean };

interface Channel {
  call<T>(call: Call | undefined, run: (client: PetClient, options: CallOptions) => Promise<T>): Promise<T>;
  close(): void;
}

function openChannel(connection: PetStoreConnection): Channel {
  const { deadlineMs = defaults.deadlineMs } = connection;
  const sessionManager = createSessions(connection);
  const transport = createGrpcTransport({
    baseUrl: sessionManager.authority,
    sessionManager,
    acceptCompression: [],
    readMaxBytes: mostMessageBytes,
  });
  const client = createClient(PetStoreService, transport);
  const closing = new AbortController();

  const failed = (error: unknown, { signal, isUpdate = false }: Call): unknown => {
    if (signal?.aborted === true && !closing.signal.aborted) return signal.reason;
    if (ConnectError.from(error).code === Code.DeadlineExceeded) sessionManager.stopConnecting();
    return failureOf(error, { isUpdate });
  };
  return {
    async call(call = {}, run) {
      call.signal?.throwIfAborted();
      if (closing.signal.aborted)
        throw new PetStoreError('Unavailable', { cause: new Error('closed before the call') });
      using link = linkedSignal(closing.signal, call.signal);
      try {
        return await run(client, { signal: link.signal, timeoutMs: call.deadlineMs ?? deadlineMs });
      } catch (error) {
        throw failed(error, call);
      }
    },
    close() {
      closing.abort();
      sessionManager.abort();
    },
  };
}
