import { createSecureContext } from 'node:tls';

import type { Dispatcher, Pool as PoolType } from 'undici';

import { catchFailure, type Clock } from '../base/index.ts';
import type { TlsOptions } from './credentials/index.ts';
import { openSharedConnections } from './shared-connections.ts';
import { connectTunnel, Pool, ProxyAgent } from './undici.ts';

/**
 * The connections with one set of certificates: a bounded pool for calls, and two pools without a body timeout for
 * watches: with one connection per watch, and with shared connections.
 */
interface Pools {
  readonly calls: Dispatcher;
  readonly watches: Dispatcher;
  readonly sharedWatches: Dispatcher;
}

export type OpenPool = (origin: string, options: PoolType.Options) => Dispatcher;

const openDirectPool: OpenPool = (origin, options) => new Pool(origin, options);

interface RotatingPoolsOptions {
  readonly server: URL;
  readonly clock: Clock;
  /** Maximum number of connections for calls. Each watch adds one, or a hundredth of one if it shares connections. */
  readonly connections: number;
  readonly timeoutMs: number;
  /** Opens a connection pool. @default - connects directly to the server */
  readonly openPool?: OpenPool | undefined;
  /** Called when new certificates replace the current ones. */
  readonly onReplaced?: (() => void) | undefined;
}

/**
 * The pools for the current certificates. When certificates change, it opens new pools; pending requests and watches
 * end on the old pools, which then close.
 */
export class RotatingPools {
  readonly #options: RotatingPoolsOptions;
  #current: { readonly tls: TlsOptions; readonly pools: Pools } | undefined;
  readonly #draining = new Set<Dispatcher>();
  #isMultiplexed = false;

  constructor(options: RotatingPoolsOptions) {
    this.#options = options;
  }

  /** Whether the last connection that was opened for shared watches uses HTTP/2, so that watches share it. */
  get isMultiplexed(): boolean {
    return this.#isMultiplexed;
  }

  /** @param tls the same object as long as the certificates are the same */
  getPools(tls: TlsOptions): Pools {
    return this.#current?.tls === tls ? this.#current.pools : this.#replace(tls);
  }

  /** Closes all connections at once. */
  async close(): Promise<void> {
    const pools = this.getPools(this.#current?.tls ?? {});
    await Promise.all([...this.#draining, ...Object.values<Dispatcher>({ ...pools })].map((pool) => pool.destroy()));
  }

  #replace(tls: TlsOptions): Pools {
    const last = this.#current?.pools;
    const pools = this.#open(tls);
    this.#current = { tls, pools };
    if (last === undefined) return pools;
    for (const pool of new Set(Object.values<Dispatcher>({ ...last }))) this.#drain(pool);
    this.#options.onReplaced?.();
    return pools;
  }

  #drain(pool: Dispatcher): void {
    this.#draining.add(pool);
    const closed = pool.close().finally(() => this.#draining.delete(pool));
    // The promise also rejects if the pool is destroyed in the meantime, which is not an error.
    catchFailure(closed, () => undefined);
  }

  #open(tls: TlsOptions): Pools {
    const { server, connections, timeoutMs, clock, openPool = openDirectPool } = this.#options;
    const connect = {
      ...tls,
      // One context for all connections: otherwise each would parse the certificates again.
      ...(server.protocol === 'https:' && { secureContext: createSecureContext(tls) }),
      timeout: 10_000,
      keepAlive: true,
      keepAliveInitialDelay: 15_000,
    } as NonNullable<PoolType.Options['connect']>;
    // HTTP/1.1, because over HTTP/2 all calls would share one connection, and the 10 MB that Node grants a session.
    const common = {
      ...{ allowH2: false, pipelining: 1, headersTimeout: timeoutMs, connect },
      // After undici's default of 4 s, a pause would need a new handshake. An API server closes idle connections after
      // 90 s.
      keepAliveTimeout: 30_000,
    } as const;
    const watches = openPool(server.origin, { ...common, bodyTimeout: 0 });
    const onProtocol = (isMultiplexed: boolean): void => {
      this.#isMultiplexed = isMultiplexed;
    };
    const canShare = server.protocol === 'https:' && openPool === openDirectPool;
    return {
      calls: openPool(server.origin, { ...common, connections, bodyTimeout: timeoutMs }),
      watches,
      sharedWatches: canShare
        ? openSharedConnections(server.origin, { ...common, bodyTimeout: 0, clock, onProtocol })
        : watches,
    };
  }
}

type Options = Exclude<ConstructorParameters<typeof ProxyAgent>[0], string | URL>;

/**
 * Creates a function that opens pools whose connections are tunnels (CONNECT) through a proxy: the proxy sees neither
 * tokens nor objects.
 */
export function createProxyOpener(proxy: URL): OpenPool {
  return (_, { connect, headersTimeout = 30_000, ...options }) =>
    new ProxyAgent({
      ...options,
      headersTimeout,
      uri: proxy.href,
      proxyTunnel: true,
      requestTls: connect as NonNullable<Options['requestTls']>,
      // The connection to the proxy has the same timeout as one to an API server.
      clientFactory: (at, tunnel) =>
        Object.assign(new Pool(at, { ...tunnel, headersTimeout }), { connect: connectTunnel }),
    });
}
