import { OperatorError } from '../base/index.ts';

/** One HTTP call to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path without the server and the query. */
  readonly path: string;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** @default 'application/json' */
  readonly contentType?: string;
  /** The form of the answer. @default 'application/json' */
  readonly accept?: string;
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
  /** Bytes of an answer's body at most: of a longer one no more is read, and the call rejects. @default - any */
  readonly atMostBytes?: number;
}

/** What was asked for is there, but larger than `ApiRequest.atMostBytes`. */
export class AnswerTooLarge extends OperatorError {
  override readonly name = 'AnswerTooLarge';

  constructor(atMostBytes: number) {
    const hint = 'the response exceeds the size limit; the list is retried in pages';
    super('API_UNAVAILABLE', `read an answer of at most ${String(atMostBytes)} bytes`, { hint });
  }
}

/** An answer with its parsed JSON body (or the text, where it is not JSON). */
export interface ApiResponse {
  readonly status: number;
  /** What the header `Retry-After` asks for; a server that is too busy says it there only. */
  readonly retryAfterMs?: number;
  readonly body: unknown;
}

/** A stream that the server keeps open: its status, and its lines. */
export interface ApiStream extends Pick<ApiResponse, 'retryAfterMs'> {
  readonly status: number;
  /** The parsed body of a refusal; absent on success. */
  readonly refusal?: unknown;
  /** JSON lines in chunks, as they arrive. Ends when the server closes; throws when the connection breaks. */
  readonly lines: AsyncIterable<string>;
}

/** What one call cost, for metrics. */
export interface CallRecord {
  readonly method: string;
  /** `<error>` if there was no answer, as client-go writes it. */
  readonly code: string;
  readonly host: string;
  readonly durationMs: number;
  /** Of the body that was sent; 0 without one. */
  readonly requestBytes: number;
}

/** A call whose first byte is about to be written. */
export interface SendRecord {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When its turn came, by the wall clock: not later than the last check whether it may be sent. */
  readonly begunAtMs: number;
}

/** A call that was answered so that it is sent once more at once. */
export type RetryRecord = Pick<CallRecord, 'method' | 'code' | 'host'>;

/** The body that a call was answered with. Streams have none that ends. */
export interface AnswerRecord extends Pick<CallRecord, 'method' | 'host'> {
  readonly responseBytes: number;
}

/** Bytes to and from one API server. No types, no retries, no caching. */
export interface Transport {
  /** Resolves with any answer; rejects only if there was none, or with `AnswerTooLarge`. */
  call(request: ApiRequest): Promise<ApiResponse>;
  /** Opens a watch. */
  stream(request: ApiRequest): Promise<ApiStream>;
  close(): Promise<void>;
}

/** The query string of a request, with its question mark. */
export function queryText(query: ApiRequest['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
