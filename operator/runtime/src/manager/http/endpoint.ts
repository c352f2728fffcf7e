import type { IncomingMessage, ServerResponse } from 'node:http';

/** An HTTP response. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Additional headers. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handles a request for `path` below the endpoint; `undefined`: not found. */
export type Endpoint = (path: string, query: URLSearchParams) => Answer | Promise<Answer> | undefined;

/** An endpoint that returns `text`, without subpaths. */
export function createTextEndpoint(contentType: string, text: () => Promise<string>): Endpoint {
  return (path) => (path === '' ? text().then((body) => ({ status: 200, contentType, body })) : undefined);
}

/** The parts of a request that a guard sees. */
export interface GuardedRequest {
  /** From the root, without the query. */
  readonly path: string;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The client's address. */
  readonly peer: string;
}

/** Allows a request (`undefined`), or returns the rejection. If it throws, the request is rejected. */
export type Guard = (asked: GuardedRequest) => Promise<Answer | undefined>;

/** Sends a complete response; without its body for a HEAD request. */
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
