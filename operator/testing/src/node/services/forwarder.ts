import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import type { Endpoint } from '../addresses.ts';

/** A TCP port that forwards its connections. */
export interface Forwarder extends AsyncDisposable {
  readonly at: Endpoint;
}

/**
 * Listens at `at`; port 0 is any free port. Each connection is forwarded to the endpoint that `next` returns at that
 * time, or reset if it returns none.
 *
 * Throws: when it cannot listen there. Disposing resets open connections.
 */
export async function openForwarder(at: Endpoint, next: () => Endpoint | undefined): Promise<Forwarder> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const endpoint = next();
    keep(client);
    if (endpoint === undefined) client.on('error', () => undefined).resetAndDestroy();
    else keep(forward(client, endpoint));
  });
  server.listen({ host: at.host, port: at.port });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: { ...at, port },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Copies data in both directions, and forwards ends and errors. */
function forward(client: Socket, endpoint: Endpoint): Socket {
  const server = connect({ ...endpoint, allowHalfOpen: true });
  client.pipe(server).pipe(client);
  const breakBoth = (): void => {
    client.resetAndDestroy();
    server.resetAndDestroy();
  };
  client.on('error', breakBoth);
  server.on('error', breakBoth);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroySoon());
  return server;
}
