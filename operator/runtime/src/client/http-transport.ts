import type { IncomingHttpHeaders } from 'node:http';

import { type Dispatcher, Pool } from 'undici';

import { activeSpan, type Attributes, type Clock } from '../base/index.ts';
import type { Credentials } from './credentials/index.ts';
import { linesOf } from './lines-of.ts';
import {
  type AnswerRecord,
  AnswerTooLarge,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type CallRecord,
  queryText,
  type RetryRecord,
  type SendRecord,
  type Transport,
} from './transport.ts';

/** Settings of the connections. */
export interface HttpTransportOptions {
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Connections for calls; each watch has one more of its own. @default 16 */
  readonly connections?: number;
  /** How long the API server may take to begin a response, and then between two parts of it. @default 30000 */
  readonly timeoutMs?: number;
  /** Sent as `User-Agent`. @default 'kubewright' */
  readonly userAgent?: string;
  /**
   * Called right before a call is sent, after any wait for a connection: the last moment at which it can abort the
   * call's signal.
   */
  readonly beforeSend?: () => void;
  /** Called after `beforeSend`, for each call that is sent; not for watches. */
  readonly onSend?: (record: SendRecord) => void;
  /** Called once per call. */
  readonly onCall?: (record: CallRecord) => void;
  /** Called before a call is sent for the second time. */
  readonly onRetry?: (record: RetryRecord) => void;
  /** Called once the body of a response is read, as a whole or up to its limit. */
  readonly onAnswer?: (record: AnswerRecord) => void;
}

const defaults = {
  connections: 16,
  timeoutMs: 30_000,
  userAgent: 'kubewright',
} as const satisfies Partial<HttpTransportOptions>;

/**
 * A transport on two `undici` pools: a bounded one for calls, and one without a body timeout for watches. (client-node
 * opens a TLS connection per call, and costs about nine times the CPU time.)
 *
 * Guarantees: open sockets stay within `connections` plus one per watch; a 401 is tried once more with fresh credentials.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { connections, timeoutMs, userAgent, credentials, clock, onCall } = { ...defaults, ...options };
  const { origin, host } = credentials.server;
  const prefix = credentials.server.pathname.replace(/\/$/, '');
  const connect = {
    ...credentials.tls,
    timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelay: 15_000,
  } as NonNullable<Pool.Options['connect']>;
  // Over HTTP/2 all calls would share one connection, and the 10 MB that Node grants a session.
  const pool = { allowH2: false, pipelining: 1, headersTimeout: timeoutMs, connect } as const;
  const calls = new Pool(origin, { ...pool, connections, bodyTimeout: timeoutMs });
  const watches = new Pool(origin, { ...pool, bodyTimeout: 0 });

  const announced = calls.compose(announcing(options));

  async function send(pool: Dispatcher, request: ApiRequest): Promise<Dispatcher.ResponseData> {
    const headers: Record<string, string> = {
      accept: request.accept ?? 'application/json',
      'user-agent': userAgent,
      ...(await credentials.headers()),
    };
    if (request.body !== undefined) headers['content-type'] = request.contentType ?? 'application/json';
    const body = request.body === undefined ? null : Buffer.from(jsonText(request.body));
    activeSpan()?.setAttributes(addressOf(credentials.server, request));
    const startedAt = clock.monotonic();
    const record = (code: string): void => {
      onCall?.({
        method: request.method,
        code,
        host,
        durationMs: clock.monotonic() - startedAt,
        requestBytes: body?.length ?? 0,
      });
    };
    try {
      const response = await pool.request({
        method: request.method,
        path: prefix + request.path + queryText(request.query),
        headers,
        body,
        signal: request.signal ?? null,
      });
      record(String(response.statusCode));
      return response;
    } catch (error) {
      record('<error>');
      throw error;
    }
  }

  /**
   * Sends a call a second time after a 401, because a token may have been replaced since it was read. No other call is
   * sent twice.
   */
  async function sendFresh(pool: Dispatcher, request: ApiRequest): ReturnType<typeof send> {
    const response = await send(pool, request);
    if (response.statusCode !== 401) return response;
    await response.body.dump();
    options.onRetry?.({ method: request.method, code: String(response.statusCode), host });
    credentials.refresh();
    return send(pool, request);
  }

  return {
    async call(request): Promise<ApiResponse> {
      const response = await sendFresh(announced, request);
      const text = await textOf(response, request, (responseBytes) => {
        options.onAnswer?.({ method: request.method, host, responseBytes });
      });
      return { status: response.statusCode, ...waitOf(response), body: parse(text) };
    },
    async stream(request): Promise<ApiStream> {
      const response = await sendFresh(watches, request);
      if (response.statusCode >= 400) {
        const refusal = parse(await response.body.text());
        return { status: response.statusCode, ...waitOf(response), refusal, lines: noLines() };
      }
      return { status: response.statusCode, lines: linesOf(response.body) };
    },
    async close() {
      await Promise.all([calls.destroy(), watches.destroy()]);
    },
  };
}

/**
 * The body of a response. Errors: `AnswerTooLarge` as soon as it exceeds the limit; refusals are read as a whole.
 *
 * @param onRead called with its size, or with how much was read before it was too large
 */
async function textOf(
  response: Dispatcher.ResponseData,
  { atMostBytes }: ApiRequest,
  onRead: (bytes: number) => void,
): Promise<string> {
  const atMost = response.statusCode >= 400 ? undefined : atMostBytes;
  const text = atMost === undefined ? await response.body.text() : await textWithin(atMost, response, onRead);
  onRead(bytesOf(response, text));
  return text;
}

async function textWithin(
  atMostBytes: number,
  { body }: Dispatcher.ResponseData,
  onTooLarge: (bytes: number) => void,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection, so that the server stops sending.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > atMostBytes) {
      onTooLarge(bytes);
      throw new AnswerTooLarge(atMostBytes);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The size is counted only if the server does not send it. */
function bytesOf({ headers }: { readonly headers: IncomingHttpHeaders }, text: string): number {
  const said = headers['content-length'];
  return said === undefined ? Buffer.byteLength(text) : Number(said);
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function addressOf(server: URL, { path, query }: ApiRequest): Attributes {
  const defaultPort = server.protocol === 'http:' ? 80 : 443;
  return {
    'server.address': server.hostname,
    'server.port': server.port === '' ? defaultPort : Number(server.port),
    'url.full': server.href.replace(/\/$/, '') + path + queryText(query),
  };
}

type Announced = Pick<HttpTransportOptions, 'clock' | 'beforeSend' | 'onSend'>;

/** Calls `beforeSend` when a call has got its connection, before anything is written. */
function announcing({ clock, beforeSend, onSend }: Announced): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    return dispatch(
      options,
      Object.assign(handler, {
        onRequestStart(...[controller, context]: Parameters<NonNullable<typeof start>>) {
          const begunAtMs = clock.now();
          beforeSend?.();
          start?.(controller, context);
          if (!controller.aborted) onSend?.({ method: options.method, path: options.path, begunAtMs });
        },
      }),
    );
  };
}

/** RFC 9110 also allows a date; the API server sends seconds. */
function waitOf({ headers }: { readonly headers: IncomingHttpHeaders }): Pick<ApiResponse, 'retryAfterMs'> {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
}

/**
 * JSON that YAML reads in the same way, because the API server parses an apply as YAML, which folds some characters of
 * JSON into a blank and refuses others. https://yaml.org/spec/1.2.2/#51-character-set
 */
function jsonText(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

async function* noLines(): AsyncGenerator<string> {
  // A refusal without a JSON body.
}
