import { once } from 'node:events';

import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerWritableStream,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';

import { type Logger, systemClock } from '@kubewright/runtime/internal/base';
import type { SearchPetsReq, WirePet } from '../contract/messages.ts';
import type { PetService } from './pet-service.ts';
import type { Sampler } from './sampler.ts';
import { StatusError, statusCodes } from './requests.ts';

export interface HandlerOptions {
  readonly logger: Logger;
  /** Selects the requests that are logged. Requests that fail with an internal error are always logged. */
  readonly sampler: Sampler;
}

export function createGrpcHandlers(service: PetService, options: HandlerOptions): UntypedServiceImplementation {
  const unary =
    <TRequest, TResponse>(
      method: string,
      answer: (request: TRequest) => TResponse | Promise<TResponse>,
    ): handleUnaryCall<TRequest, TResponse> =>
    ({ request }, callback) => {
      logCall(method, options, async () => answer(request)).then(
        (response) => callback(null, response),
        (error: unknown) => callback(toGrpcStatus(error)),
      );
    };
  const searchPets: handleServerStreamingCall<SearchPetsReq, WirePet> = (call) => {
    logCall('SearchPets', options, () => sendPets(service, call)).then(
      () => call.end(),
      (error: unknown) => call.emit('error', toGrpcStatus(error)),
    );
  };
  return {
    addPets: unary('AddPets', service.addPets),
    updatePets: unary('UpdatePets', service.updatePets),
    deletePets: unary('DeletePets', service.deletePets),
    searchPets,
    changeSampler: unary('ChangeSampler', service.changeSampler),
  };
}

async function sendPets(service: PetService, call: ServerWritableStream<SearchPetsReq, WirePet>): Promise<void> {
  const left = new AbortController();
  call.once('cancelled', () => left.abort(new StatusError('Canceled', 'the client disconnected')));
  for await (const pet of await service.searchPets(call.request)) {
    left.signal.throwIfAborted();
    if (!call.write(pet)) await once(call, 'drain', { signal: left.signal });
  }
}

async function logCall<T>(method: string, options: HandlerOptions, answer: () => Promise<T>): Promise<T> {
  const { logger, sampler } = options;
  const startedAt = systemClock.monotonic();
  const isTaken = sampler.shouldTake();
  const end = (code: string): void => {
    if (isTaken) logger.info('request served', { method, code, durationMs: systemClock.monotonic() - startedAt });
  };
  try {
    const answered = await answer();
    end('OK');
    return answered;
  } catch (error) {
    const isExpected = error instanceof StatusError;
    end(isExpected ? error.code : 'Internal');
    if (!isExpected) logger.error(error, 'request failed', { method });
    throw error;
  }
}

/** Converts an error to the status for the client. An internal error is sent without its details. */
function toGrpcStatus(error: unknown): { readonly code: number; readonly details: string } {
  if (error instanceof StatusError) return { code: statusCodes[error.code], details: error.message };
  return { code: statusCodes.Internal, details: 'the pet store failed; see its log' };
}
