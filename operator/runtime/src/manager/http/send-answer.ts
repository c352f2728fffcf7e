import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Answer } from './endpoint.ts';

/** Sends an answer as a whole; without its body if only the headers are asked for. */
export function sendAnswer(
  { status, contentType, headers, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
