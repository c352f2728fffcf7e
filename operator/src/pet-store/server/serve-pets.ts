import { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';

import { type Clock, type Logger, silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { formatAddress, defaultAddress, parseAddress } from '../address.ts';
import { petStoreDefinition, petStoreName, readFileDescriptors } from '../contract/definition.ts';
import type { PetTable } from '../table/pet-table.ts';
import { createGrpcHandlers } from './handlers.ts';
import { listen, type ServerTls } from './listen.ts';
import { type PetService, createPetService } from './pet-service.ts';
import { createSampler } from './sampler.ts';

export interface ServerOptions {
  /** The address as `host:port`; port 0 means any free port. @default '127.0.0.1:6742' */
  readonly address?: string;
  /** The TLS settings. @default - plain text */
  readonly tls?: ServerTls;
  /** The share of requests that are logged until a ChangeSampler request, from 0 to 1. @default 0 */
  readonly sampling?: number;
  /** The logger of the server. @default - no log */
  readonly logger?: Logger;
}

export interface ServeOptions extends ServerOptions {
  /** The table with the pets. The caller disposes it. */
  readonly table: PetTable;
  /** How long running requests may take when the server stops, in milliseconds. @default 5000 */
  readonly graceMs?: number;
  /** Wraps the service, for example to record its calls. @default - the service itself */
  readonly around?: (service: PetService) => PetService;
  readonly clock?: Pick<Clock, 'after'>;
}

/** A running server. */
export interface PetServer {
  /** The address as `host:port`, with the actual port. */
  readonly address: string;
  readonly port: number;
  /** Reports NOT_SERVING, lets running requests finish, and closes the server. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Maximum size of one request in bytes. A little less than the 4 MiB that a gRPC client accepts by default: an added
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
  const health = new HealthImplementation({ '': 'SERVING', [petStoreName]: 'SERVING' });
  const server = createGrpcServer(options);
  health.addToServer(server);
  addReflection(server);
  const listening = await listen(server, parseAddress(address), tls);
  logger.info('pet store is listening', { address: formatAddress(listening.address), tls: tls !== undefined });
  const stop = async (): Promise<void> => {
    for (const service of ['', petStoreName]) health.setStatus(service, 'NOT_SERVING');
    const cancel = clock.after(graceMs, () => {
      logger.warn('grace period is over, aborting requests');
      listening.abort();
    });
    await listening.close();
    cancel();
    logger.info('pet store stopped');
  };
  let stopped: Promise<void> | undefined;
  const { port } = listening.address;
  return { address: formatAddress(listening.address), port, stop: () => (stopped ??= stop()) };
}

function createGrpcServer(options: ServeOptions): Server {
  const { table, sampling = 0, logger = silentLogger } = options;
  const server = new Server({
    'grpc.max_receive_message_length': mostRequestBytes,
    'grpc.max_concurrent_streams': mostStreams,
    // Closes the connection of a client that has disappeared.
    'grpc.keepalive_time_ms': 60_000,
    'grpc.enable_channelz': 0,
  });
  const sampler = createSampler(sampling);
  const service = createPetService(table, sampler);
  const handlers = createGrpcHandlers(options.around?.(service) ?? service, { logger, sampler });
  server.addService({ ...petStoreDefinition }, handlers);
  return server;
}

/** Adds the reflection service, v1 and v1alpha, so that a client such as grpcurl does not need the .proto files. */
function addReflection(server: Server): void {
  new ReflectionService({
    // The reflection service reads only the file descriptors of this definition.
    files: { format: 'Protocol Buffer 3 DescriptorProto', type: {}, fileDescriptorProtos: readFileDescriptors() },
  } as unknown as ConstructorParameters<typeof ReflectionService>[0]).addToServer(server);
}
