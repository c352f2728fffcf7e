import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { Dispatcher, Pool as PoolType } from 'undici';

import { type Clock, OperatorError } from '../base/index.ts';
import { buildConnector, Client, Pool } from './undici.ts';

/**
 * API servers allow at least 100 streams per connection. More would share the flow-control window of one connection.
 */
const streamsPerConnection = 100;

const pingEachMs = 15_000;

/** A connection is dead if it receives nothing for this time in milliseconds, not even the answer to a ping. */
const silentAtMostMs = 2 * pingEachMs;

interface SharedConnectionsOptions extends PoolType.Options {
  readonly clock: Pick<Clock, 'after'>;
  /** Called for each new connection: whether the server uses HTTP/2 on it. */
  readonly onProtocol: (isMultiplexed: boolean) => void;
}

/**
 * Opens a pool for many small watches. A hundred of them share one HTTP/2 connection, unless the server or a load
 * balancer only supports HTTP/1.1. With one connection for each, 10,000 watches took twice the memory, and ended faster
 * than they were opened. The figures are in `test/bench/README.md`. Guarantees: a connection that receives nothing, not
 * even answers to pings, ends with its watches within a minute. A connection that the server retires ends at once.
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
    // After a GOAWAY, undici sends nothing more on this client until its last watch ends.
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
