import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The address and port on which a program listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Copies data in both directions, and the end of each: one side may still send when the other has ended. When a socket
 * fails, both are given to `breakOff`. Nothing waits for more: the next piece may come only after an answer.
 */
export function joinSockets(client: Socket, server: Socket, breakOff: (socket: Socket) => void): void {
  for (const socket of [client, server]) socket.setNoDelay();
  client.pipe(server).pipe(client);
  const breakBoth = (): void => {
    breakOff(client);
    breakOff(server);
  };
  client.on('error', breakBoth);
  server.on('error', breakBoth);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroySoon());
}

/** The open sockets of a server, which it has to destroy before it can close. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  keep(socket: Socket): Socket {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/** A TCP port of `address` on which no process listens at this moment. */
export async function freePort(address: string): Promise<number> {
  const server = createServer();
  server.listen({ host: address, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
