import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';

import { type Server, ServerCredentials } from '@grpc/grpc-js';

import { type Clock, listenHost, getMessage, OperatorError } from '@kubewright/runtime/internal/base';
import { type Address, formatAddress } from '../address.ts';

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

export interface ListenOptions {
  readonly address: Address;
  readonly tls?: ServerTls;
  readonly clock: Pick<Clock, 'after'>;
  /** Called when the grace period is over, before the remaining connections are destroyed. */
  readonly onGraceEnd: () => void;
}

const mostConnections = 1000;
/** How long a connection is idle before the operating system sends TCP keepalives. */
const keepAliveMs = 60_000;

/**
 * Listens for a gRPC server: in plain text, or with TLS. The library can listen itself, but then does not limit the
 * number of connections, and hides why it cannot listen.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen, or the certificate is invalid.
 */
export async function listen(server: Server, options: ListenOptions): Promise<ListeningServer> {
  const { address, clock, onGraceEnd } = options;
  const injector = createInjector(server, options);
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    socket.setKeepAlive(true, keepAliveMs).once('close', () => sockets.delete(socket));
    sockets.add(socket);
    injector.injectConnection(socket);
  });
  listener.maxConnections = mostConnections;
  const port = await listenOnPort(listener, address);
  return {
    address: { host: address.host, port },
    async close(graceMs) {
      const closed = once(listener, 'close');
      listener.close();
      server.tryShutdown(() => undefined);
      const cancel = clock.after(graceMs, () => {
        onGraceEnd();
        server.forceShutdown();
        for (const socket of sockets) socket.destroy();
      });
      await closed;
      cancel();
    },
  };
}

function createInjector(
  server: Server,
  { address, tls }: ListenOptions,
): ReturnType<Server['createConnectionInjector']> {
  try {
    return server.createConnectionInjector(
      tls === undefined ? ServerCredentials.createInsecure() : createCredentials(tls),
    );
  } catch (cause) {
    const hint = `provide a certificate and its key as PEM (${getMessage(cause)})`;
    throw new OperatorError('SETTINGS_INVALID', `listen with TLS on ${formatAddress(address)}`, { cause, hint });
  }
}

function createCredentials({ cert, key, clientCa }: ServerTls): ServerCredentials {
  const authorities = clientCa === undefined ? null : Buffer.from(clientCa);
  const pair = { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) };
  return ServerCredentials.createSsl(authorities, [pair], clientCa !== undefined);
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use, perhaps by another pet store; choose another port, or 0 for any free port',
  EACCES: 'the process is not allowed to use this port; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine does not have this address; choose another address',
  ENOTFOUND: 'the host name cannot be resolved; choose another host name',
};

function listenOnPort(listener: NetServer, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const rejectWith = (cause: NodeJS.ErrnoException): void => {
      const hint = reasons[cause.code ?? ''] ?? getMessage(cause);
      reject(new OperatorError('SETTINGS_INVALID', `listen on ${formatAddress({ host, port })}`, { cause, hint }));
    };
    listener.once('error', rejectWith).listen(port, listenHost(host), () => {
      listener.off('error', rejectWith);
      resolve((listener.address() as AddressInfo).port);
    });
  });
}
