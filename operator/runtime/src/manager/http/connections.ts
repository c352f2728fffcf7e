import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open connections of one server. */
  readonly connections: number;
  /** Open connections of one address. */
  readonly connectionsOfPeer: number;
}

interface Open {
  readonly socket: Socket;
  readonly peer: string;
  /** Requests without a response yet. */
  answering: number;
}

/**
 * The open connections of a server, limited in number: above the limit, closes the oldest idle connection to accept a
 * new one. So a client that opens many and sends nothing, or half a request, does not block probes, even from its own
 * address.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** In order of age, the oldest first. */
  readonly #open = new Map<string, Open>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Counts a new connection. With TLS, pass its TCP socket. */
  take(socket: Socket): void {
    const id = getSocketId(socket);
    const open = { socket, peer: getPeer(socket), answering: 0 };
    this.#makeRoom(open.peer);
    this.#open.set(id, open);
    socket.once('close', () => {
      if (this.#open.get(id) === open) this.#open.delete(id);
    });
  }

  /** Counts a request until its response. */
  answering({ socket }: IncomingMessage, response: ServerResponse): void {
    const open = this.#open.get(getSocketId(socket));
    if (open === undefined) return;
    open.answering += 1;
    response.once('close', () => {
      open.answering -= 1;
    });
  }

  closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
    this.#open.clear();
  }

  /** Frees a slot for a connection of `peer`. */
  #makeRoom(peer: string): void {
    const all = [...this.#open];
    const of = Map.groupBy(all, ([, open]) => open.peer);
    const own = of.get(peer) ?? [];
    if (own.length >= this.#limits.connectionsOfPeer) this.#closeOne(own);
    else if (all.length >= this.#limits.connections) this.#closeOne(getLongest([...of.values()]));
  }

  #closeOne(some: readonly (readonly [string, Open])[]): void {
    const [id, open] = some.find(([, { answering }]) => answering === 0) ?? some[0] ?? [];
    if (id === undefined) return;
    this.#open.delete(id);
    open?.socket.destroy();
  }
}

function getLongest<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

/** Returns the same id for a connection and its TLS socket. */
function getSocketId(socket: Socket): string {
  return `${socket.remoteAddress ?? ''} ${String(socket.remotePort)}`;
}

/** The address of the client, with IPv4 addresses always in the same form. */
export function getPeer({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
}
