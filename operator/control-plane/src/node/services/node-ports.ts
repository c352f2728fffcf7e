import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { type Logger, getMessage } from '@kubewright/runtime/internal/base';

import { type Endpoint, joinSockets, OpenSockets } from '../../sockets.ts';

interface NodePortsOptions {
  readonly host: string;
  /** Returns the endpoint of the next connection to a node port. */
  next(nodePort: number): Endpoint | undefined;
  readonly logger: Logger;
}

/**
 * Keeps the requested node ports open. A port that cannot be opened is logged, and retried at the next call of `set`.
 */
export class NodePorts {
  readonly #options: NodePortsOptions;
  readonly #open = new Map<number, Forwarder>();
  #wanted: ReadonlySet<number> = new Set();
  /** Runs requested changes one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: NodePortsOptions) {
    this.#options = options;
  }

  set(ports: Iterable<number>): void {
    this.#wanted = new Set(ports);
    this.#queue = this.#queue.then(() => this.#sync());
  }

  /** Resolves when all requested changes are applied. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  async #sync(): Promise<void> {
    for (const [port, forwarder] of this.#open) {
      if (this.#wanted.has(port)) continue;
      this.#open.delete(port);
      await forwarder[Symbol.asyncDispose]();
    }
    for (const port of this.#wanted) if (!this.#open.has(port)) await this.#openPort(port);
  }

  async #openPort(port: number): Promise<void> {
    const { host, logger } = this.#options;
    try {
      this.#open.set(port, await openForwarder({ host, port }, () => this.#options.next(port)));
    } catch (error) {
      logger.warn('failed to open a node port', { port, why: getMessage(error) });
    }
  }
}

export interface Forwarder extends AsyncDisposable {
  readonly at: Endpoint;
}

/**
 * Listens at `at`; port 0 is any free port. Each connection is forwarded to the endpoint that `next` returns, or reset
 * without one.
 *
 * Throws: if it cannot listen there. Disposing resets open connections.
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
