import type { ApiResponse, ApiRequest } from '@kubewright/runtime/internal/client';

import { buildStatusAnswer } from './rejection.ts';
import type { Verb } from './answer.ts';

/**
 * Called between a client and the server. It returns the response, or throws a connection error. `next` calls the next
 * interceptor, or the server. For a watch, `next` returns 200 once the watch is open.
 */
export type Interceptor = (
  request: RecordedRequest,
  next: () => Promise<ApiResponse>,
) => ApiResponse | Promise<ApiResponse>;

/** How a request fails: with an HTTP status, a response, or a broken connection. */
export type Failure = number | ApiResponse | Error;

/** The requests that fail: those with all of these properties. */
export type FailingRequests = Partial<Pick<RecordedRequest, 'verb' | 'kind' | 'namespace' | 'name' | 'subresource'>>;

export interface FailOptions {
  /** How many requests fail. @default 1 */
  readonly times?: number;
  /** Whether the server executes the request first, so that only the response is lost. @default false */
  readonly afterwards?: boolean;
}

const texts: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'the test server rejects this request'],
  409: ['Conflict', 'the object has been modified; please apply your changes to the latest version and try again'],
  410: ['Expired', 'too old resource version'],
  429: ['TooManyRequests', 'too many requests, please try again later'],
  500: ['InternalError', 'Internal error occurred'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
};

export function createFailingInterceptor(
  which: FailingRequests,
  failure: Failure,
  options: FailOptions = {},
): Interceptor {
  let left = options.times ?? 1;
  const wanted = Object.entries(which);
  return async (request, next) => {
    const fits = wanted.every(([name, value]) => request[name as keyof FailingRequests] === value);
    if (!fits || left === 0) return next();
    left -= 1;
    if (options.afterwards === true) await next();
    if (failure instanceof Error) throw failure;
    return typeof failure === 'number' ? buildAnswer(failure) : failure;
  };
}

function buildAnswer(status: number): ApiResponse {
  const [reason, message] = texts[status] ?? ['', `HTTP ${status}`];
  const details = status === 429 ? { retryAfterSeconds: 1 } : undefined;
  return buildStatusAnswer(status, reason, { message, ...(details && { details }) });
}

/** A connection error as reported by Node. https://nodejs.org/api/errors.html#common-system-errors */
export class ConnectionError extends Error {
  readonly code: 'ECONNREFUSED' | 'ECONNRESET';

  constructor(code: ConnectionError['code'], message = code === 'ECONNRESET' ? 'read' : 'connect') {
    super(message);
    this.code = code;
  }
}

/** A received request with its verb, kind and object. */
export interface RecordedRequest extends Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'> {
  readonly verb: Verb;
  /** The kind, for example `Deployment`. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  /** The HTTP status; absent while the response is pending, and after a broken connection. */
  readonly status?: number;
}

/** Formats a request in one line: `apply Deployment default/web`, `update Site/status default/web`. */
export function formatRequest({ verb, kind, subresource, namespace, name }: RecordedRequest): string {
  const what = subresource === undefined ? kind : `${kind}/${subresource}`;
  const where = [namespace, name].filter((part) => part !== undefined).join('/');
  return where === '' ? `${verb} ${what}` : `${verb} ${what} ${where}`;
}
