import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';

import { Code, ConnectError, type ConnectRouter, createConnectRouter } from '@connectrpc/connect';
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import type { UniversalHandler } from '@connectrpc/connect/protocol';

import { type Logger, messageOf } from '@kubewright/runtime/internal/base';
import { inLargerChunks } from './larger-chunks.ts';

/**
 * Bytes of one request: a little less than the 4 MiB that a client of gRPC takes by default, so that a pet
 * that was added, and has got an id since, fits into an answer.
 */
export const mostRequestBytes = 4 * 1024 * 1024 - 1024;

export interface GrpcHandlerOptions {
  readonly routes: (router: ConnectRouter) => void;
  /** Aborts what is still running. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

export type GrpcHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Answers requests of gRPC, and only of gRPC, over HTTP/2. */
export function grpcHandler({ routes, signal, logger }: GrpcHandlerOptions): GrpcHandler {
  const router = createConnectRouter({
    grpcWeb: false,
    connect: false,
    acceptCompression: [compressionGzip],
    readMaxBytes: mostRequestBytes,
    shutdownSignal: signal,
  });
  routes(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response) => {
    const handler = handlers.get(request.url);
    if (handler === undefined) refuse(request);
    else {
      handle(handler, request, response).catch((error: unknown) => {
        // Either the client has disconnected in the middle of an answer, or its request is no gRPC.
        if (ConnectError.from(error).code === Code.Aborted) return;
        logger.warn('request is broken off', { path: request.url, why: messageOf(error) });
        response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      });
    }
  };
}

async function handle(
  handler: UniversalHandler,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const answer = await handler(universalRequestFromNodeRequest(request, response, undefined, undefined));
  const body = answer.body && inLargerChunks(answer.body);
  await universalResponseToNodeResponse({ ...answer, ...(body && { body }) }, response);
}

/** With nothing but headers: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses */
function refuse({ headers, stream }: Http2ServerRequest): void {
  const isGrpc = headers['content-type']?.startsWith('application/grpc') === true;
  const answer = {
    ':status': 200,
    'content-type': 'application/grpc',
    'grpc-status': String(Code.Unimplemented),
    'grpc-message': 'there is no such method',
  };
  stream.respond(isGrpc ? answer : { ':status': 404 }, { endStream: true });
}
