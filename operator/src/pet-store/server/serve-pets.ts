import { type Clock, type Logger, silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { addressText, defaultAddress, parseAddress } from '../address.ts';
import {
  file_grpc_health_v1_health,
  file_grpc_reflection_v1_reflection,
  file_grpc_reflection_v1alpha_reflection,
  file_petstore,
  Health,
  PetStoreService,
  ServerReflection,
  ServerReflectionAlpha,
} from '../contract/index.ts';
import type { PetTable } from '../table/index.ts';
import { type GrpcHandler, grpcHandler } from './grpc-handler.ts';
import { healthService } from './health.ts';
import { type ListeningServer, listenHttp2, type ServerTls } from './http2-server.ts';
import { type PetService, petService } from './pet-service.ts';
import { reflectionServices } from './reflection.ts';
import { requestLog } from './request-log.ts';
import { createSampler, type Sampling } from './sampler.ts';

export interface ServeOptions {
  /** The table with the pets. The caller disposes it. */
  readonly table: PetTable;
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

const files = [
  file_petstore,
  file_grpc_health_v1_health,
  file_grpc_reflection_v1_reflection,
  file_grpc_reflection_v1alpha_reflection,
];

/**
 * Serves a table over gRPC: the contract, health and reflection.
 *
 * Errors: `SETTINGS_INVALID` if it cannot listen.
 */
export async function servePets(options: ServeOptions): Promise<PetServer> {
  const { address = defaultAddress, tls, graceMs = 5000, logger = silentLogger, clock = systemClock } = options;
  const [stopping, graceEnd] = [new AbortController(), new AbortController()];
  const server = await listenHttp2({
    address: parseAddress(address),
    handler: handlerOf(options, { stopping: stopping.signal, graceEnd: graceEnd.signal }),
    ...(tls && { tls }),
    clock,
    onGraceEnd: () => {
      logger.warn('requests are broken off after the grace period');
      graceEnd.abort();
    },
  });
  logger.info('pet store listens', { address: addressText(server.address), tls: tls !== undefined });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await server.close(graceMs);
    logger.info('pet store stopped');
  };
  return running(server, stop);
}

function running(server: ListeningServer, stop: () => Promise<void>): PetServer {
  let stopped: Promise<void> | undefined;
  const { address } = server;
  return { address: addressText(address), port: address.port, stop: () => (stopped ??= stop()) };
}

interface Signals {
  /** Aborts when the server begins to stop: it refuses new requests. */
  readonly stopping: AbortSignal;
  /** Aborts when the grace period is over: running requests are aborted. */
  readonly graceEnd: AbortSignal;
}

function handlerOf(options: ServeOptions, { stopping, graceEnd }: Signals): GrpcHandler {
  const { table, sampling = 'never', logger = silentLogger, clock = systemClock } = options;
  const sampler = createSampler(sampling);
  const service = petService({ table, sampler });
  const reflection = reflectionServices(files);
  return grpcHandler({
    routes: (router) => {
      const interceptors = [requestLog({ logger, sampler, clock })];
      router.service(PetStoreService, options.around?.(service) ?? service, { interceptors });
      router.service(Health, healthService(stopping));
      router.service(ServerReflection, reflection.v1);
      router.service(ServerReflectionAlpha, reflection.v1alpha);
    },
    signal: graceEnd,
    logger,
  });
}
