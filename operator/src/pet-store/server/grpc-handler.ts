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
 * Limit of one request, in bytes. It is a little less than the 4 MiB that a gRPC client accepts by default: an added
 * pet, which then has an id, has to fit into a response.
 */
export const mostRequestBytes = 4 * 1024 * 1024 - 1024;

export interface GrpcHandlerOptions {
  readonly routes: (router: ConnectRouter) => void;
  /** Aborts running requests. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

export type GrpcHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Answers gRPC requests over HTTP/2. Refuses all other requests. */
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
        // The client has disconnected during the response (code Aborted), or its request is not valid gRPC.
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

/** Responds with headers only: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses */
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
