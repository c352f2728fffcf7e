import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Maximum number of open connections of one server. */
  readonly connections: number;
  /** Maximum number of open connections of one client address. */
  readonly connectionsOfPeer: number;
}

interface Open {
  readonly socket: Socket;
  readonly peer: string;
  /** Number of requests on this connection that are not answered yet. */
  answering: number;
}

/**
 * The open connections of a server. Above the limit, it closes the oldest idle connection to accept a new one. A client
 * that opens many connections and sends nothing, or half a request, therefore does not block probes, even from its own
 * address.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Open connections, the oldest first. */
  readonly #open = new Map<string, Open>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Adds a new connection. With TLS, pass the TCP socket. */
  take(socket: Socket): void {
    const id = getSocketId(socket);
    const open = { socket, peer: getPeer(socket), answering: 0 };
    this.#makeRoom(open.peer);
    this.#open.set(id, open);
    socket.once('close', () => {
      if (this.#open.get(id) === open) this.#open.delete(id);
    });
  }

  /** Marks the connection as busy until the response is sent. */
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

  /** Closes a connection if the limit is reached, so that `peer` can open one. */
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

/** The id of a connection, which is the same for its TCP and its TLS socket. */
function getSocketId(socket: Socket): string {
  return `${socket.remoteAddress ?? ''} ${String(socket.remotePort)}`;
}

/** The address of the client. IPv4 addresses always have the same form. */
export function getPeer({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
}
