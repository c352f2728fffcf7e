import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import { type Server, ServerCredentials } from '@grpc/grpc-js';

import { listenHost, getMessage, OperatorError } from '@kubewright/runtime/internal/base';
import { type Address, formatAddress } from '../address.ts';

/** The TLS settings; each is the text of a PEM file. */
export interface ServerTls {
  readonly cert: string;
  /** Private key of `cert`. */
  readonly key: string;
}

/** A listening server. */
export interface ListeningServer {
  readonly address: Address;
  /** Accepts no new requests. Resolves when running requests have finished and all connections are closed. */
  close(): Promise<void>;
  /** Closes all connections. */
  abort(): void;
}

/**
 * Listens for a gRPC server: in plain text, or with TLS. The library can listen itself, but then never closes a
 * connection on which the client sends nothing.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen, or the certificate is invalid.
 */
export async function listen(server: Server, address: Address, tls: ServerTls | undefined): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true });
  try {
    const injector = server.createConnectionInjector(createCredentials(tls));
    listener.on('connection', (socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      injector.injectConnection(socket);
    });
    await once(listener.listen(address.port, listenHost(address.host)), 'listening');
  } catch (cause) {
    const action = `listen ${tls === undefined ? '' : 'with TLS '}on ${formatAddress(address)}`;
    throw new OperatorError('SETTINGS_INVALID', action, { cause, hint: getMessage(cause) });
  }
  return {
    address: { host: address.host, port: (listener.address() as AddressInfo).port },
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      server.tryShutdown(() => undefined);
      await closed;
    },
    abort() {
      server.forceShutdown();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function createCredentials(tls: ServerTls | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]);
}
