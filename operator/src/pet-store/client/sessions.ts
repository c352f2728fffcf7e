import type { ClientHttp2Stream, OutgoingHttpHeaders, SecureClientSessionOptions } from 'node:http2';

import { addressText, parseAddress } from '../address.ts';
import { type Connection, openConnection, type Timeouts } from './connection.ts';
import type { PetStoreConnection, PetStoreTls } from './pet-store.ts';

/** The deadline of a call, unless the call or its channel sets another one. */
export const defaultDeadlineMs = 5000;

/**
 * The timeouts for calls with a deadline. They are almost as long as the deadline: if the store, or this process, is
 * only too busy to answer a ping, the deadline ends the call.
 */
function timeoutsFor(deadlineMs: number): Timeouts {
  return { connectMs: Math.max(2000, deadlineMs * 0.8), askAfterMs: 3000, answerMs: Math.max(1000, deadlineMs / 2) };
}

/**
 * The session manager for the gRPC library. It has one connection, which a call opens if there is none. The library's
 * own manager does not listen to errors of sessions that it has dropped, and such an error would end the process.
 */
export class Sessions {
  readonly authority: string;
  readonly #tls: () => Promise<SecureClientSessionOptions>;
  readonly #timeouts: Timeouts;
  readonly #closing = new AbortController();
  #current: Promise<Connection> | undefined;

  constructor(
    { address, tls, deadlineMs = defaultDeadlineMs }: PetStoreConnection,
    timeouts = timeoutsFor(deadlineMs),
  ) {
    this.authority = `${tls === undefined ? 'http' : 'https'}://${addressText(parseAddress(address))}`;
    this.#tls = async () => secured(typeof tls === 'function' ? await tls() : tls);
    this.#timeouts = timeouts;
  }

  async request(method: string, path: string, headers: OutgoingHttpHeaders): Promise<ClientHttp2Stream> {
    const connection = await this.#usable();
    return connection.request({ ...headers, ':method': method, ':path': path });
  }

  /** The library calls this for each byte that was read. */
  notifyResponseByteRead(): void {
    // No action: pings depend on the time only.
  }

  /** Closes all connections, including those that the server is closing and that still have running calls. */
  close(): void {
    this.#closing.abort();
  }

  async #usable(): Promise<Connection> {
    const current = (this.#current ??= this.#open());
    const connection = await current;
    if (await connection.isUsable()) return connection;
    if (this.#current === current) this.#current = this.#open();
    return (this.#current ??= this.#open());
  }

  #open(): Promise<Connection> {
    const opening = this.#openWith();
    opening.catch(() => {
      if (this.#current === opening) this.#current = undefined;
    });
    return opening;
  }

  async #openWith(): Promise<Connection> {
    const { authority } = this;
    const tls = await this.#tls();
    return openConnection({ authority, tls, timeouts: this.#timeouts, signal: this.#closing.signal });
  }
}

function secured(tls: true | PetStoreTls | undefined): SecureClientSessionOptions {
  if (tls === undefined || tls === true) return {};
  const { ca, cert, key, serverName } = tls;
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}
