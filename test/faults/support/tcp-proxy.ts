import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';

/** A proxy that forwards the connections of an operator to the API server byte by byte, without terminating TLS. */
export interface TcpProxy extends AsyncDisposable {
  /** The path of a kubeconfig with the address of the proxy. */
  readonly kubeconfigPath: string;
  readonly port: number;
  /** The number of connections so far. Each starts with one TLS handshake. */
  readonly opened: number;
  /** The highest number of connections that were open at the same time. */
  readonly mostOpen: number;
  /** Ends every connection with a TCP reset. */
  reset(): void;
  /** Stops forwarding on the open connections, without closing them. New connections are forwarded. */
  blackHole(): void;
}

/**
 * Starts a proxy on loopback.
 * @param name the name of its kubeconfig in the directory of the control plane
 */
export async function startTcpProxy(controlPlane: ControlPlane, name: string): Promise<TcpProxy> {
  const { hostname: host, port: target } = new URL(controlPlane.serverUrl);
  const pairs = new Set<Pair>();
  const counts = { opened: 0, mostOpen: 0 };
  const server = createServer((near) => {
    const pair = new Pair(near, connect({ host, port: Number(target) }));
    pairs.add(pair);
    counts.opened += 1;
    counts.mostOpen = Math.max(counts.mostOpen, pairs.size);
    near.once('close', () => pairs.delete(pair));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfigPath = path.join(controlPlane.directory, `${name}.kubeconfig`);
  await writeKubeconfig(controlPlane.kubeconfigPath, {
    path: kubeconfigPath,
    server: `https://127.0.0.1:${String(port)}`,
  });
  return {
    ...{ kubeconfigPath, port },
    get opened() {
      return counts.opened;
    },
    get mostOpen() {
      return counts.mostOpen;
    },
    reset: () => {
      for (const pair of pairs) pair.reset();
    },
    blackHole: () => {
      for (const pair of pairs) pair.freeze();
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const pair of pairs) pair.reset();
      await closed;
    },
  };
}

/** A connection from the operator, and the one to the API server to which it is forwarded. */
class Pair {
  readonly #near: Socket;
  readonly #far: Socket;

  constructor(near: Socket, far: Socket) {
    this.#near = near;
    this.#far = far;
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {
        this.reset();
      });
    }
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  }

  reset(): void {
    this.#near.resetAndDestroy();
    this.#far.resetAndDestroy();
  }

  freeze(): void {
    for (const socket of [this.#near, this.#far]) socket.unpipe().pause();
    // Keeps the operator's connection open although the API server eventually ends the watch.
    this.#far.removeAllListeners('close').on('error', () => undefined);
  }
}
