import type { IncomingMessage, ServerResponse } from 'node:http';

/** What an HTTP request is answered. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Additional headers. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request for `path` below the endpoint; `undefined`: not found. */
export type Endpoint = (path: string, query: URLSearchParams) => Answer | Promise<Answer> | undefined;

/** An endpoint that returns `text`, and has no paths below it. */
export function createTextEndpoint(contentType: string, text: () => Promise<string>): Endpoint {
  return (path) => (path === '' ? text().then((body) => ({ status: 200, contentType, body })) : undefined);
}

/** What a guard knows of a request. */
export interface GuardedRequest {
  /** From the root, without the query. */
  readonly path: string;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The address that the request comes from. */
  readonly peer: string;
}

/**
 * Lets a request through (`undefined`), or returns the answer that refuses it. If it throws, the request is refused.
 */
export type Guard = (asked: GuardedRequest) => Promise<Answer | undefined>;

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
