import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The address and port on which a program listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Copies data in both directions, and the end of data separately: one side may still send when the other has ended.
 * When a socket fails, calls `breakOff` with both. Forwards each piece at once, because the sender may wait for a
 * response before it sends the next.
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

/** The open sockets of a server, which it must destroy before it can close. */
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

/**
 * Finds different free TCP ports of `address`. Another process may take one before it is used; the caller then has to
 * retry with others.
 */
export async function freePorts(count: number, address = '127.0.0.1'): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, address));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Finds a free TCP port of `address`. Another process may take it before it is used. */
export async function freePort(address: string): Promise<number> {
  const [port = 0] = await freePorts(1, address);
  return port;
}
