import { Code, ConnectError, type Interceptor, type UnaryResponse } from '@connectrpc/connect';

import type { Clock, Logger } from '@kubewright/runtime/internal/base';
import type { Sampler } from './sampler.ts';

export interface RequestLogOptions {
  readonly logger: Logger;
  readonly sampler: Sampler;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Logs the requests that the sampler selects, and all requests that fail with an internal error. */
export function requestLog({ logger, sampler, clock }: RequestLogOptions): Interceptor {
  return (next) => async (request) => {
    const method = request.method.name;
    const startedAt = clock.monotonic();
    const isTaken = sampler.takes();
    const end = (error?: unknown): void => {
      const code = error === undefined ? 'OK' : Code[ConnectError.from(error).code];
      if (isTaken) logger.info('request served', { method, code, durationMs: clock.monotonic() - startedAt });
      if (error !== undefined && !(error instanceof ConnectError)) logger.error(error, 'request failed', { method });
    };
    try {
      const response = await next(request);
      if (response.stream) return { ...response, message: watched(response.message, end) };
      end();
      return response satisfies UnaryResponse;
    } catch (error) {
      end(error);
      throw faultOf(error);
    }
  };
}

async function* watched<T>(messages: AsyncIterable<T>, end: (error?: unknown) => void): AsyncIterable<T> {
  let failure: unknown = new ConnectError('the client left', Code.Canceled);
  try {
    yield* messages;
    failure = undefined;
  } catch (error) {
    failure = error;
    throw faultOf(error);
  } finally {
    end(failure);
  }
}

/** The error that a client gets: an internal error without its details. */
function faultOf(error: unknown): unknown {
  if (error instanceof ConnectError) return error;
  return new ConnectError('the pet store failed; its log says why', Code.Internal);
}
