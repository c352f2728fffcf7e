import type { RequestListener, Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';

import type { KeyPair } from '../../certificates/index.ts';
import { type ConnectionLimits, Connections } from './connections.ts';

/** `import` would also load fetch and WebSocket: 10 MB and 30 ms of CPU time in every process. */
const { createServer } = process.getBuiltinModule('node:http');

/** The certificate and key of a TLS server. */
export interface Tls {
  readonly keyPair: KeyPair;
  /** Called once the server listens. Pass each later key pair to `show`, which uses it for new connections. */
  readonly follow?: (show: (keyPair: KeyPair) => void) => void;
}

/** Limits for each client. Times are in milliseconds, and may be exceeded by up to a fifth of `headersTimeout`. */
export interface ServerLimits extends ConnectionLimits {
  /** Time limit for the headers of a request, for the first byte of a connection, and for the TLS handshake. */
  readonly headersTimeout: number;
  /** Time limit for a whole request. */
  readonly requestTimeout: number;
  /** Time limit for an idle connection between two requests. */
  readonly keepAliveTimeout: number;
  /** Time limit without a byte in either direction, for example with a client that does not read its response. */
  readonly silence: number;
  /** Maximum size of the headers of a request, in bytes. */
  readonly maxHeaderSize: number;
}

/**
 * Limits of the health and metrics servers. Kubelets and Prometheus are fast, so a slow client must not hold a
 * connection for long.
 */
export const serverLimits: ServerLimits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  silence: 30_000,
  maxHeaderSize: 8_192,
  connections: 256,
  connectionsOfPeer: 32,
};

export interface LimitedServer {
  readonly server: Server | SecureServer;
  /** Stops listening and closes every connection, idle or not, even during its TLS handshake. */
  close(): Promise<void>;
}

/** Creates a server with these limits. It does not listen yet. */
export function createLimitedServer(
  limits: ServerLimits,
  tls: Tls | undefined,
  listener: RequestListener,
): LimitedServer {
  const connections = new Connections(limits);
  const server = createServerFor(limits, tls);
  server.timeout = limits.silence;
  server.on('connection', (socket: Socket) => {
    connections.take(socket);
  });
  server.on('request', (request, response) => {
    connections.answering(request, response);
    listener(request, response);
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        connections.closeAll();
      }),
  };
}

function createServerFor(limits: ServerLimits, tls: Tls | undefined): Server | SecureServer {
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxHeaderSize } = limits;
  const times = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval: headersTimeout / 5 };
  if (tls === undefined) return createServer({ ...times, maxHeaderSize });
  const { certificate: cert, key } = tls.keyPair;
  const server = createSecureServer({ ...times, maxHeaderSize, handshakeTimeout: headersTimeout, cert, key });
  tls.follow?.((shown) => {
    server.setSecureContext({ cert: shown.certificate, key: shown.key });
  });
  return server;
}
