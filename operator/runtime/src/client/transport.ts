import { isOperatorError, OperatorError } from '../base/index.ts';

/** One HTTP call to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without the server and the query. */
  readonly path: string;
  /** Omits absent values. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** @default 'application/json' */
  readonly contentType?: string;
  /** The media type of the response. @default 'application/json' */
  readonly accept?: string;
  /**
   * Whether sending it twice has the same effect as once: it is resent if the connection is lost before a response.
   * @default - only for GET
   */
  readonly isIdempotent?: boolean;
  /**
   * Whether a stream may share a connection with others, if the server speaks HTTP/2: for many small ones.
   * @default false
   */
  readonly sharesConnection?: boolean;
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
  /**
   * The size limit of the response body in bytes: a longer body is not read further, and the call rejects. @default -
   * none
   */
  readonly atMostBytes?: number;
}

/** The response body exceeds `ApiRequest.atMostBytes`. */
export class AnswerTooLarge extends OperatorError {
  override readonly name = 'AnswerTooLarge';

  constructor(atMostBytes: number) {
    const hint = 'the response exceeds the size limit; the list is retried in pages';
    super('API_UNAVAILABLE', `read a response of at most ${String(atMostBytes)} bytes`, { hint });
  }
}

/**
 * Whether the transport itself failed the call: the response is too large, no declared permission allows the call, the
 * process is not the leader, or the signal has aborted.
 */
export function isOwnError(error: unknown): boolean {
  const codes = ['DECLARATION_INVALID', 'NOT_LEADER', 'STOPPED'] as const;
  return error instanceof AnswerTooLarge || codes.some((code) => isOperatorError(error, code));
}

/** A response with its parsed JSON body (or the text, if it is not JSON). */
export interface ApiResponse {
  readonly status: number;
  /** The `Retry-After` header; an overloaded server sends the wait only there. */
  readonly retryAfterMs?: number;
  readonly body: unknown;
}

/** A stream that the server keeps open: its status, and its lines. */
export interface ApiStream extends Pick<ApiResponse, 'retryAfterMs'> {
  readonly status: number;
  /** The parsed body of a response other than 200; absent on success. */
  readonly rejection?: unknown;
  /** JSON lines in chunks, as they arrive. Ends when the server closes; throws when the connection breaks. */
  readonly lines: AsyncIterable<string>;
}

/** The cost of one call, for metrics. */
export interface CallRecord {
  readonly method: string;
  /** `<error>` without a response, like client-go. */
  readonly code: string;
  readonly host: string;
  readonly durationMs: number;
  /** The size of the sent body; 0 without one. */
  readonly requestBytes: number;
}

/** A call whose first byte is about to be written. */
export interface SendRecord {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When the call got its connection, by the wall clock: not later than the last check of the write permission. */
  readonly begunAtMs: number;
}

/** A call that the transport resends at once: after a 401, or with the code `<error>` without a response. */
export type RetryRecord = Pick<CallRecord, 'method' | 'code' | 'host'>;

/** The body of a response. Streams are not recorded. */
export interface AnswerRecord extends Pick<CallRecord, 'method' | 'host'> {
  readonly responseBytes: number;
}

/**
 * Sends requests to one API server, without types and caches. Resends a request only if the server has not processed
 * it, or if it is idempotent.
 */
export interface Transport {
  /** Resolves with any response; rejects only without one, or with `AnswerTooLarge`. */
  call(request: ApiRequest): Promise<ApiResponse>;
  /** Opens a watch. */
  stream(request: ApiRequest): Promise<ApiStream>;
  /**
   * Whether streams that may share a connection do. Such a connection ends within a minute if it is dead, so its streams
   * need no short duration. @default false
   */
  readonly isMultiplexed?: boolean;
  close(): Promise<void>;
}

/** The query string of a request, with its question mark. */
export function formatQuery(query: ApiRequest['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/**
 * A transport whose writes change nothing: the API server performs defaults, validation and admission, returns the
 * object that it would store, and stores nothing. Closing it closes `transport`.
 *
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
  // If a deletion has a body, only the body counts; the query is for the audit log.
  return request.method === 'DELETE' ? { ...dry, body: { ...(request.body as object), dryRun: ['All'] } } : dry;
}
