import { isOperatorError, OperatorError } from '../base/index.ts';

/** One HTTP call to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The URL path, without the server and the query. */
  readonly path: string;
  /** Query parameters; `undefined` ones are omitted. @default - none */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** The media type of the request body. @default 'application/json' */
  readonly contentType?: string;
  /** The media type of the response. @default 'application/json' */
  readonly accept?: string;
  /**
   * Whether sending the request twice has the same effect as once: it is sent again if the connection is lost before a
   * response. @default - only for GET
   */
  readonly isIdempotent?: boolean;
  /**
   * Whether a stream may share a connection with others if the server uses HTTP/2; useful for many small streams.
   * @default false
   */
  readonly sharesConnection?: boolean;
  /** Ends the call at once when it aborts. @default - never */
  readonly signal?: AbortSignal;
  /**
   * Maximum size of the response body in bytes: the call rejects with `AnswerTooLarge` for a longer body. @default - no
   * limit
   */
  readonly atMostBytes?: number;
}

/** Thrown if the response body exceeds `ApiRequest.atMostBytes`. */
export class AnswerTooLarge extends OperatorError {
  override readonly name = 'AnswerTooLarge';

  constructor(atMostBytes: number) {
    const hint = 'the response exceeds the size limit; the list is retried in pages';
    super('API_UNAVAILABLE', `read a response of at most ${String(atMostBytes)} bytes`, { hint });
  }
}

/**
 * Whether an error comes from the transport itself: the response is too large, no declared permission allows the call,
 * the process is not the leader, or the signal has aborted.
 */
export function isOwnError(error: unknown): boolean {
  const codes = ['DECLARATION_INVALID', 'NOT_LEADER', 'STOPPED'] as const;
  return error instanceof AnswerTooLarge || codes.some((code) => isOperatorError(error, code));
}

/** A response with its body as parsed JSON, or as text if it is not JSON. */
export interface ApiResponse {
  readonly status: number;
  /** The wait in the `Retry-After` header, in milliseconds. An overloaded API server states the wait only there. */
  readonly retryAfterMs?: number;
  readonly body: unknown;
}

/** The response to a watch: its status, and the lines that the server sends until the stream ends. */
export interface ApiStream extends Pick<ApiResponse, 'retryAfterMs'> {
  readonly status: number;
  /** The parsed body of an error response; absent on success. */
  readonly rejection?: unknown;
  /**
   * JSON lines in chunks, as they arrive. The iterable ends when the server closes the stream; it throws when the
   * connection breaks.
   */
  readonly lines: AsyncIterable<string>;
}

/** The duration and size of one call, for metrics. */
export interface CallRecord {
  readonly method: string;
  /** The HTTP status; `<error>` without a response, like client-go. */
  readonly code: string;
  readonly host: string;
  readonly durationMs: number;
  /** The size of the sent body in bytes; 0 without a body. */
  readonly requestBytes: number;
}

/** A call whose first byte is about to be written. */
export interface SendRecord {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** When the call got its connection, in milliseconds since 1970: not later than the last check of leadership. */
  readonly begunAtMs: number;
}

/** A call that the transport is about to send again: after a 401, or with the code `<error>` without a response. */
export type RetryRecord = Pick<CallRecord, 'method' | 'code' | 'host'>;

/** The size of a response body, for metrics. Streams are not recorded. */
export interface AnswerRecord extends Pick<CallRecord, 'method' | 'host'> {
  readonly responseBytes: number;
}

/**
 * Sends requests to one API server, without types and caches. Sends a request again only if the server has not
 * processed it, or if it is idempotent.
 */
export interface Transport {
  /** Sends a call. Resolves with any response; rejects without a response, or with `AnswerTooLarge`. */
  call(request: ApiRequest): Promise<ApiResponse>;
  /** Opens a watch. Resolves when its response starts. */
  stream(request: ApiRequest): Promise<ApiStream>;
  /**
   * Whether streams with `sharesConnection` really share connections. Such a connection ends within a minute if it is
   * dead, so its streams need no short duration. @default false
   */
  readonly isMultiplexed?: boolean;
  close(): Promise<void>;
}

/** Formats the query string of a request, including the question mark; empty without parameters. */
export function formatQuery(query: ApiRequest['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/**
 * Wraps a transport so that its writes are dry runs: the API server performs defaulting, validation and admission,
 * returns the object that it would store, and stores nothing. Closing it closes `transport`.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run
 */
export function createDryRunTransport(transport: Transport): Transport {
  return {
    call: (request) => transport.call(toDryRun(request)),
    stream: (request) => transport.stream(request),
    get isMultiplexed() {
      return transport.isMultiplexed ?? false;
    },
    close: () => transport.close(),
  };
}

function toDryRun(request: ApiRequest): ApiRequest {
  if (request.method === 'GET') return request;
  const dry = { ...request, query: { ...request.query, dryRun: 'All' } };
  // If a DELETE has a body, the API server reads options only from there; the query is for the audit log.
  return request.method === 'DELETE' ? { ...dry, body: { ...(request.body as object), dryRun: ['All'] } } : dry;
}
