import type { SecureClientSessionOptions } from 'node:http2';

import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';

import { addressText, parseAddress } from '../address.ts';
import { petFields, PetStoreService, toWireFilter } from '../contract/index.ts';
import { checkedIds, petCollector } from './answers.ts';
import { failureOf } from './failures.ts';
import { linkedSignal } from './linked-signal.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { PetStore, PetStoreCall, PetStoreConnection } from './pet-store.ts';

/**
 * A connection that is silent for this long while a call waits is asked for a sign of life, and so is an idle one before
 * the next call; without an answer within a second it is dead, and the next call makes another one.
 */
const signOfLife = { pingIntervalMs: 3000, pingTimeoutMs: 1000 };
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

function openChannel({ address, tls, deadlineMs = defaults.deadlineMs }: PetStoreConnection): Channel {
  const baseUrl = `${tls === undefined ? 'http' : 'https'}://${addressText(parseAddress(address))}`;
  const sessionManager = new Http2SessionManager(baseUrl, signOfLife, tls === undefined ? {} : secured(tls));
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager,
    acceptCompression: [],
    readMaxBytes: mostMessageBytes,
  });
  const client = createClient(PetStoreService, transport);
  const closing = new AbortController();

  const failed = (error: unknown, { signal, isUpdate = false }: Call): unknown => {
    if (signal?.aborted === true && !closing.signal.aborted) return signal.reason;
    // What cannot be reached is tried anew by the next call, instead of waiting for as long as the system does.
    if (ConnectError.from(error).code === Code.DeadlineExceeded && sessionManager.state() === 'connecting') {
      sessionManager.abort(new ConnectError('no connection within the deadline', Code.Unavailable));
    }
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

function secured(tls: NonNullable<PetStoreConnection['tls']>): SecureClientSessionOptions {
  if (tls === true) return {};
  const { ca, cert, key, serverName } = tls;
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}
