import { Server } from '@grpc/grpc-js';

import { type Clock, type Logger, silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { formatAddress, defaultAddress, parseAddress } from '../address.ts';
import { petStoreDefinition } from '../contract/definition.ts';
import type { PetTable } from '../table/pet-table.ts';
import { createGrpcHandlers } from './handlers.ts';
import { type ListeningServer, listen, type ServerTls } from './listen.ts';
import { type PetService, createPetService } from './pet-service.ts';
import { createSampler, type Sampling } from './sampler.ts';
import { addHealth, addReflection } from './standard-services.ts';

export interface ServerOptions {
  /** `host:port`; port 0 is any free port. @default '127.0.0.1:6742' */
  readonly address?: string;
  /** @default - plain text */
  readonly tls?: ServerTls;
  /** Which requests are logged until a ChangeSampler request. @default 'never' */
  readonly sampling?: Sampling;
  /** @default - no log */
  readonly logger?: Logger;
  /** How long running requests may take when the server stops, in milliseconds. @default 5000 */
  readonly graceMs?: number;
}

export interface ServeOptions extends ServerOptions {
  /** The table with the pets. The caller disposes it. */
  readonly table: PetTable;
  /** Wraps the service, for example to make its calls fail. @default - the service itself */
  readonly around?: (service: PetService) => PetService;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>;
}

/** A running server. */
export interface PetServer {
  /** `host:port`, with the actual port. */
  readonly address: string;
  readonly port: number;
  /** Reports NOT_SERVING, lets running requests finish, and closes the server. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Limit of one request, in bytes. It is a little less than the 4 MiB that a gRPC client accepts by default: an added
 * pet, which then has an id, has to fit into a response.
 */
const mostRequestBytes = 4 * 1024 * 1024 - 1024;

/** Maximum number of concurrent requests on one connection. */
const mostStreams = 128;

/**
 * Serves a table over gRPC: the contract, health and reflection.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen.
 */
export async function servePets(options: ServeOptions): Promise<PetServer> {
  const { address = defaultAddress, tls, graceMs = 5000, logger = silentLogger, clock = systemClock } = options;
  const stopping = new AbortController();
  const server = await listen(createGrpcServer(options, stopping.signal), {
    address: parseAddress(address),
    ...(tls && { tls }),
    clock,
    onGraceEnd: () => logger.warn('grace period is over, aborting requests'),
  });
  logger.info('pet store is listening', { address: formatAddress(server.address), tls: tls !== undefined });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await server.close(graceMs);
    logger.info('pet store stopped');
  };
  return createPetServer(server, stop);
}

function createPetServer({ address }: ListeningServer, stop: () => Promise<void>): PetServer {
  let stopped: Promise<void> | undefined;
  return { address: formatAddress(address), port: address.port, stop: () => (stopped ??= stop()) };
}

function createGrpcServer(options: ServeOptions, stopping: AbortSignal): Server {
  const { table, sampling = 'never', logger = silentLogger, clock = systemClock } = options;
  const server = new Server({
    'grpc.max_receive_message_length': mostRequestBytes,
    'grpc.max_concurrent_streams': mostStreams,
    'grpc.enable_channelz': 0,
  });
  const sampler = createSampler(sampling);
  const service = createPetService({ table, sampler });
  const handlers = createGrpcHandlers(options.around?.(service) ?? service, { logger, sampler, clock });
  server.addService({ ...petStoreDefinition }, handlers);
  addHealth(server, stopping);
  addReflection(server);
  return server;
}
