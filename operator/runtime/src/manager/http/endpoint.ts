import type { IncomingMessage, ServerResponse } from 'node:http';

/** An HTTP response. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Additional headers. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handles a request for `path`, which is relative to the endpoint. `undefined` means not found. */
export type Endpoint = (path: string, query: URLSearchParams) => Answer | Promise<Answer> | undefined;

/** Creates an endpoint that returns the result of `text`, and has no subpaths. */
export function createTextEndpoint(contentType: string, text: () => Promise<string>): Endpoint {
  return (path) => (path === '' ? text().then((body) => ({ status: 200, contentType, body })) : undefined);
}

/** What a guard gets to know about a request. */
export interface GuardedRequest {
  /** The full path, without the query. */
  readonly path: string;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The address of the client. */
  readonly peer: string;
}

/** Returns `undefined` to allow a request, or the response that rejects it. If it throws, the request is rejected. */
export type Guard = (asked: GuardedRequest) => Promise<Answer | undefined>;

/** Sends a complete response; omits the body for a HEAD request. */
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
