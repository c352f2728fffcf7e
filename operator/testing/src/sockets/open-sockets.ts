import type { Socket } from 'node:net';

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
