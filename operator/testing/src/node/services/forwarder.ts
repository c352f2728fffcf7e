import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { type Endpoint, joinSockets, OpenSockets } from '../../sockets.ts';

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
  const open = new OpenSockets();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const endpoint = next();
    open.keep(client);
    if (endpoint === undefined) client.on('error', () => undefined).resetAndDestroy();
    else forward(client, open.keep(connect({ ...endpoint, allowHalfOpen: true })));
  });
  server.listen({ host: at.host, port: at.port });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: { ...at, port },
    async [Symbol.asyncDispose]() {
      server.close();
      open.destroy();
      await once(server, 'close');
    },
  };
}

function forward(client: Socket, server: Socket): void {
  joinSockets(client, server, (socket) => socket.resetAndDestroy());
}
