import { addAbortListener } from 'node:events';
import { isDeepStrictEqual } from 'node:util';

import { type ChannelCredentials, Client, connectivityState, credentials, type MethodDefinition } from '@grpc/grpc-js';

import { systemClock } from '@kubewright/runtime/internal/base';
import { type PetStoreDefinition, petStoreDefinition } from '../contract/definition.ts';
import { toPetStoreError } from './failures.ts';
import type { PetStoreCall, PetStoreConnection, PetStoreTls } from './pet-store.ts';

const defaultDeadlineMs = 5000;

/** A method of the gRPC contract, and the request to send. */
export interface PetStoreRequest<TRequest, TResponse> {
  readonly method: (methods: PetStoreDefinition) => MethodDefinition<TRequest, TResponse>;
  readonly request: TRequest;
}

/**
 * The channel for all calls to one store.
 *
 * After a call that failed without a working connection, the next call connects at once. The library itself would back
 * off between attempts, and fail all calls meanwhile.
 */
export class Channel {
  readonly #connection: PetStoreConnection;
  readonly #closing: AbortSignal;
  #client: Client | undefined;
  #tls: PetStoreTls | true | undefined;

  /** @param closing aborts running calls, and rejects later ones */
  constructor(connection: PetStoreConnection, closing: AbortSignal) {
    this.#connection = connection;
    this.#closing = closing;
    addAbortListener(closing, () => this.#client?.close());
  }

  /**
   * Makes a call. Yields the messages of the response: a unary one is a stream of one message.
   *
   * Throws: `PetStoreError`, or the reason of the call's signal.
   */
  async *call<TRequest, TResponse>(
    { method, request }: PetStoreRequest<TRequest, TResponse>,
    { signal }: PetStoreCall,
  ): AsyncGenerator<TResponse> {
    const { path, requestSerialize, responseDeserialize } = method(petStoreDefinition);
    const { deadlineMs = defaultDeadlineMs } = this.#connection;
    const deadline = systemClock.now() + deadlineMs;
    let client: Client | undefined;
    let cancel: (() => void) | undefined;
    try {
      client = await this.#open();
      const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, { deadline });
      // A cancelled call emits an error, even after its last reader has left.
      stream.on('error', () => undefined);
      cancel = () => stream.cancel();
      using _closing = addAbortListener(this.#closing, cancel);
      using _signal = signal && addAbortListener(signal, cancel);
      for await (const message of stream) yield message as TResponse;
    } catch (error) {
      signal?.throwIfAborted();
      if (client?.getChannel().getConnectivityState(false) !== connectivityState.READY) this.#drop(client);
      throw toPetStoreError(error, path);
    } finally {
      cancel?.();
    }
  }

  async #open(): Promise<Client> {
    const { address, tls: given, deadlineMs = defaultDeadlineMs } = this.#connection;
    const tls = typeof given === 'function' ? await given() : given;
    this.#closing.throwIfAborted();
    if (!isDeepStrictEqual(this.#tls, tls)) this.#drop(this.#client);
    this.#tls = tls;
    this.#client ??= openClient(address, tls, deadlineMs);
    return this.#client;
  }

  /** Closes a client. Its running calls end as usual. */
  #drop(client: Client | undefined): void {
    client?.close();
    if (this.#client === client) this.#client = undefined;
  }
}

function openClient(address: string, tls: PetStoreTls | true | undefined, deadlineMs: number): Client {
  return new Client(address, createCredentials(tls), {
    // The ping timeout is long, because the store or this process may be too busy to answer; the deadline then ends the
    // call.
    'grpc.keepalive_time_ms': 3000,
    'grpc.keepalive_timeout_ms': Math.max(1000, deadlineMs / 2),
    // Each client has its own connection, so that a new client connects at once.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_channelz': 0,
    // Ignores proxies in the environment, and service configurations in DNS.
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
  });
}

function createCredentials(tls: PetStoreTls | true | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(tls === true ? null : Buffer.from(tls.ca));
}
