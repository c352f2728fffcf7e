import type { ClientHttp2Stream, SecureClientSessionOptions } from 'node:http2';

import { Code, ConnectError } from '@connectrpc/connect';
import { Http2SessionManager } from '@connectrpc/connect-node';

import { addressText, parseAddress } from '../address.ts';
import type { PetStoreConnection } from './pet-store.ts';

/**
 * A connection that is silent for this long while a call waits is asked for a sign of life, and so is an idle one before
 * the next call; without an answer within a second it is dead, and the next call makes another one.
 */
const signOfLife = { pingIntervalMs: 3000, pingTimeoutMs: 1000 };

/** The one connection of a channel; a new one is made by the first call that finds none. */
export class Sessions extends Http2SessionManager {
  override async request(...args: Parameters<Http2SessionManager['request']>): Promise<ClientHttp2Stream> {
    const stream = await super.request(...args);
    failIfUnanswered(stream);
    return stream;
  }

  /** What cannot be reached is tried anew by the next call, instead of waiting for as long as the system does. */
  stopConnecting(): void {
    if (this.state() === 'connecting')
      this.abort(new ConnectError('no connection within the deadline', Code.Unavailable));
  }
}

/** The sessions to the store of `connection`. */
export function createSessions({ address, tls }: PetStoreConnection): Sessions {
  const origin = `${tls === undefined ? 'http' : 'https'}://${addressText(parseAddress(address))}`;
  return new Sessions(origin, signOfLife, tls === undefined ? {} : secured(tls));
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

/**
 * A server that goes can close a stream without a word and without an error, and the library would wait for its answer
 * until the deadline.
 */
function failIfUnanswered(stream: ClientHttp2Stream): void {
  let isAnswered = false;
  stream.once('response', () => {
    isAnswered = true;
  });
  stream.once('close', () => {
    if (isAnswered || stream.listenerCount('error') === 0) return;
    stream.emit('error', new ConnectError('closed without an answer', Code.Unavailable));
  });
}
