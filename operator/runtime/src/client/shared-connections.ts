import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { Dispatcher, Pool as PoolType } from 'undici';

import { type Clock, OperatorError } from '../base/index.ts';
import { buildConnector, Client, Pool } from './undici.ts';

/** API servers allow at least 100; more would share the window of one connection. */
const streamsPerConnection = 100;

const pingEachMs = 15_000;

/** At least one answer to a ping arrives in this time, unless the connection is dead. */
const silentAtMostMs = 2 * pingEachMs;

interface SharedConnectionsOptions extends PoolType.Options {
  readonly clock: Pick<Clock, 'after'>;
  /** Called with whether the server takes several requests on a new connection. */
  readonly onProtocol: (isMultiplexed: boolean) => void;
}

/**
 * Opens a pool for many small watches: over HTTP/2 a hundred share a connection, unless the server (or a load balancer)
 * only speaks HTTP/1.1. With a connection each, 10,000 watches took twice the memory, and ended faster than they were
 * opened (figures: test/bench/README.md).
 *
 * Guarantees: a connection ends, with its watches, within a minute if it receives nothing, not even answers to pings,
 * and at once if the server retires it.
 */
export function openSharedConnections(origin: string, options: SharedConnectionsOptions): Dispatcher {
  const { clock, onProtocol, connect, ...rest } = options;
  const open = buildConnector({ ...(connect as object), allowH2: true });
  const factory = (at: URL, given: object): Dispatcher => {
    let current: Socket | undefined;
    const client = new Client(at, {
      ...given,
      connect: (target, callback) => {
        open(target, (...[error, socket]) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          current = socket;
          const isMultiplexed = (socket as TLSSocket).alpnProtocol === 'h2';
          onProtocol(isMultiplexed);
          if (isMultiplexed) endWhenSilent(socket, clock);
          callback(null, socket);
        });
      },
    });
    // After a GOAWAY undici sends nothing more from this client while an old watch goes on.
    client.on('disconnect', () => current?.destroy());
    return client;
  };
  const h2Options = { maxConcurrentStreams: streamsPerConnection, pingInterval: pingEachMs };
  return new Pool(origin, { ...rest, allowH2: true, h2Options, factory });
}

function endWhenSilent(socket: Socket, clock: Pick<Clock, 'after'>): void {
  let received = -1;
  let cancel = (): void => undefined;
  const check = (): void => {
    if (socket.bytesRead === received) {
      socket.destroy(new OperatorError('TIMED_OUT', `receive data within ${String(silentAtMostMs)} ms`));
      return;
    }
    received = socket.bytesRead;
    cancel = clock.after(silentAtMostMs, check);
  };
  check();
  socket.once('close', () => {
    cancel();
  });
}
