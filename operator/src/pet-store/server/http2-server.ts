import { once } from 'node:events';
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerOptions,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

import { type Clock, listenHost, messageOf, OperatorError } from '@kubewright/runtime/internal/base';
import { type Address, addressText } from '../address.ts';
import type { GrpcHandler } from './grpc-handler.ts';

/** The TLS settings; each is the text of a PEM file. */
export interface ServerTls {
  readonly cert: string;
  /** Private key of `cert`. */
  readonly key: string;
  /** Accepts only clients with a certificate of these authorities. @default - accepts every client */
  readonly clientCa?: string;
}

/** A listening server. */
export interface ListeningServer {
  readonly address: Address;
  /**
   * Accepts no new requests, lets running requests finish, and aborts the rest after `graceMs`. Resolves when all
   * connections are closed.
   */
  close(graceMs: number): Promise<void>;
}

export interface Http2ServerOptions {
  readonly address: Address;
  readonly handler: GrpcHandler;
  readonly tls?: ServerTls;
  readonly clock: Pick<Clock, 'after'>;
  /** Called when the grace period is over, before the remaining connections are destroyed. */
  readonly onGraceEnd: () => void;
}

/** Limits of streams per connection, and of connections. */
const limits = { settings: { maxConcurrentStreams: 128 } } satisfies ServerOptions;
const mostConnections = 1000;
/** How long a connection is idle before the operating system sends TCP keepalives. */
const keepAliveMs = 60_000;

/**
 * Serves HTTP/2: in plain text with prior knowledge, as gRPC requires, or over TLS.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen, or the certificate is invalid.
 */
export async function listenHttp2(options: Http2ServerOptions): Promise<ListeningServer> {
  const { address, handler, clock, onGraceEnd } = options;
  const server = serverFor(options).on('request', handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    socket.setKeepAlive(true, keepAliveMs).once('close', () => sockets.delete(socket));
    sockets.add(socket);
  });
  const port = await listen(server, address);
  return {
    address: { host: address.host, port },
    async close(graceMs) {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.close();
      const cancel = clock.after(graceMs, () => {
        onGraceEnd();
        for (const session of sessions) session.destroy();
        for (const socket of sockets) socket.destroy();
      });
      await closed;
      cancel();
    },
  };
}

function serverFor({ address, tls }: Http2ServerOptions): Http2Server {
  const server = tls === undefined ? createServer(limits) : secureServer(tls, address);
  server.maxConnections = mostConnections;
  return server;
}

function secureServer({ cert, key, clientCa }: ServerTls, address: Address): Http2Server {
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  try {
    return createSecureServer({ ...limits, cert, key, ...client, allowHTTP1: false });
  } catch (cause) {
    const hint = `give a certificate and its key as PEM (${messageOf(cause)})`;
    throw new OperatorError('SETTINGS_INVALID', `listen with TLS on ${addressText(address)}`, { cause, hint });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; is there a pet store already? Choose another one, or 0 for any that is free',
  EACCES: 'the process may not use this port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address; choose another one',
  ENOTFOUND: 'the name of the address is not known; choose another one',
};

function listen(server: Http2Server, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void => {
      const hint = reasons[cause.code ?? ''] ?? messageOf(cause);
      reject(new OperatorError('SETTINGS_INVALID', `listen on ${addressText({ host, port })}`, { cause, hint }));
    };
    server.once('error', refuse).listen(port, listenHost(host), () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
