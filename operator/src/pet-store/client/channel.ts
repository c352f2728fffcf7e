import { isDeepStrictEqual } from 'node:util';

import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  type ClientReadableStream,
  connectivityState,
  credentials,
  type MethodDefinition,
} from '@grpc/grpc-js';

import { systemClock } from '@kubewright/runtime/internal/base';
import type { PetStoreCall, PetStoreConnection, PetStoreTls } from './pet-store.ts';

const defaultDeadlineMs = 5000;

function buildChannelOptions(deadlineMs: number, serverName: string | undefined): ChannelOptions {
  return {
    // The timeout of a ping is long, because the store or this process may only be too busy to answer it. Then the
    // deadline ends the call.
    'grpc.keepalive_time_ms': 3000,
    'grpc.keepalive_timeout_ms': Math.max(1000, deadlineMs / 2),
    // Each client has its own connection, so that a new client connects at once.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_channelz': 0,
    // Ignores proxies in the environment, and service configurations in DNS.
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
    ...(serverName !== undefined && { 'grpc.ssl_target_name_override': serverName }),
  };
}

/** A client of the library, and the number of its running calls. */
interface OpenClient {
  readonly client: Client;
  readonly tls: PetStoreTls | true | undefined;
  calls: number;
}

/**
 * The channel for all calls to one store.
 *
 * After a call that failed without a working connection, the next call connects at once. The library itself would back
 * off between attempts, and fail all calls meanwhile.
 */
export class Channel {
  readonly #connection: PetStoreConnection;
  readonly #closing = new AbortController();
  #line: OpenClient | undefined;

  constructor(connection: PetStoreConnection) {
    this.#connection = connection;
  }

  /** Makes a call. Yields the messages of the response: a unary one is a stream of one message. */
  async *call<TRequest, TResponse>(
    { path, requestSerialize, responseDeserialize }: MethodDefinition<TRequest, TResponse>,
    request: TRequest,
    { signal, deadlineMs = this.#connection.deadlineMs ?? defaultDeadlineMs }: PetStoreCall,
  ): AsyncGenerator<TResponse> {
    const deadline = systemClock.now() + deadlineMs;
    const line = await this.#open();
    line.calls += 1;
    try {
      const options = { deadline };
      const stream = line.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, options);
      yield* readMessages(stream, [this.#closing.signal, ...(signal ? [signal] : [])]);
    } catch (error) {
      if (line.client.getChannel().getConnectivityState(false) !== connectivityState.READY) this.#drop(line);
      throw error;
    } finally {
      line.calls -= 1;
      this.#closeIfUnused(line);
    }
  }

  /** Aborts running calls. */
  close(): void {
    this.#closing.abort(new Error('the client was closed during the call'));
    if (this.#line !== undefined) this.#drop(this.#line);
  }

  async #open(): Promise<OpenClient> {
    const { address, tls: given, deadlineMs = defaultDeadlineMs } = this.#connection;
    const tls = typeof given === 'function' ? await given() : given;
    this.#closing.signal.throwIfAborted();
    if (this.#line !== undefined && !isDeepStrictEqual(this.#line.tls, tls)) this.#drop(this.#line);
    const serverName = typeof tls === 'object' ? tls.serverName : undefined;
    this.#line ??= {
      client: new Client(address, createCredentials(tls), buildChannelOptions(deadlineMs, serverName)),
      tls,
      calls: 0,
    };
    return this.#line;
  }

  #drop(line: OpenClient): void {
    if (this.#line === line) this.#line = undefined;
    this.#closeIfUnused(line);
  }

  #closeIfUnused(line: OpenClient): void {
    if (this.#line !== line && line.calls === 0) line.client.close();
  }
}

async function* readMessages<T>(stream: ClientReadableStream<T>, signals: readonly AbortSignal[]): AsyncGenerator<T> {
  const cancel = (): void => stream.cancel();
  // A cancelled call emits an error, even after its last reader has left.
  stream.on('error', () => undefined);
  for (const signal of signals) signal.addEventListener('abort', cancel);
  try {
    if (signals.some(({ aborted }) => aborted)) cancel();
    for await (const message of stream) yield message as T;
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function createCredentials(tls: PetStoreTls | true | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  const { ca, cert, key } = tls === true ? {} : tls;
  const [root, own, chain] = [ca, key, cert].map((pem) => (pem === undefined ? null : Buffer.from(pem)));
  return credentials.createSsl(root, own, chain);
}
