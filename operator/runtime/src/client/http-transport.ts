import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';

import type { Client, Dispatcher } from 'undici';
// All of undici (fetch, WebSocket, caches) is 14 MB and 45 ms of CPU time more in every process.
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';

import { activeSpan, type Attributes, type Clock } from '../base/index.ts';
import type { Credentials } from './credentials/index.ts';
import { linesOf } from './lines-of.ts';
import {
  type AnswerRecord,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type CallRecord,
  queryText,
  type RetryRecord,
  type SendRecord,
  type Transport,
} from './transport.ts';
import { readWhole, type WholeAnswer } from './whole-answer.ts';

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
  const { connections, timeoutMs, userAgent, credentials, clock } = { ...defaults, ...options };
  const { beforeSend, onSend, onCall, onRetry, onAnswer } = options;
  const { origin, host } = credentials.server;
  const prefix = credentials.server.pathname.replace(/\/$/, '');
  const connect = {
    ...credentials.tls,
    // One for all connections, each of which would parse the certificates again.
    ...(credentials.server.protocol === 'https:' && { secureContext: createSecureContext(credentials.tls) }),
    timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelay: 15_000,
  } as NonNullable<Client.Options['connect']>;
  // Over HTTP/2 all calls would share one connection, and the 10 MB that Node grants a session.
  const pool = {
    ...{ allowH2: false, pipelining: 1, headersTimeout: timeoutMs, connect },
    // undici's 4 s would have a new handshake in the way of a change after a pause; an API server closes after 90 s.
    keepAliveTimeout: 30_000,
  } as const;
  const calls = new Pool(origin, { ...pool, connections, bodyTimeout: timeoutMs });
  const watches = new Pool(origin, { ...pool, bodyTimeout: 0 });

  function prepared(request: ApiRequest, authentication: Readonly<Record<string, string>>): Prepared {
    const body = request.body === undefined ? null : Buffer.from(jsonText(request.body));
    const headers: Record<string, string> = {
      accept: request.accept ?? 'application/json',
      'user-agent': userAgent,
      ...authentication,
    };
    if (body !== null) headers['content-type'] = request.contentType ?? 'application/json';
    activeSpan()?.setAttributes(addressOf(credentials.server, request));
    return { method: request.method, path: prefix + request.path + queryText(request.query), headers, body };
  }

  /** A function that records how long the server takes to begin its response, and with which code. */
  function recorder({ method, body }: Prepared): (code: string) => void {
    const startedAt = clock.monotonic();
    return (code) => {
      onCall?.({ method, code, host, durationMs: clock.monotonic() - startedAt, requestBytes: body?.length ?? 0 });
    };
  }

  async function call(request: ApiRequest): Promise<WholeAnswer> {
    const { method, signal, atMostBytes } = request;
    const sent = prepared(request, await credentials.headers());
    let begunAtMs = 0;
    return readWhole(calls, sent, {
      ...{ signal, atMostBytes },
      onConnection: () => {
        begunAtMs = clock.now();
        beforeSend?.();
      },
      onSend: () => onSend?.({ method, path: sent.path, begunAtMs }),
      onCode: recorder(sent),
      onRead: (responseBytes) => onAnswer?.({ method, host, responseBytes }),
    });
  }

  async function open(asked: ApiRequest): Promise<Dispatcher.ResponseData> {
    const { signal = null } = asked;
    const sent = prepared(asked, await credentials.headers());
    const record = recorder(sent);
    // A watch that has just ended gives its connection back in the next turn: this one is to take it.
    await nextTurn();
    try {
      const response = await request.call(watches, { ...sent, signal });
      record(String(response.statusCode));
      return response;
    } catch (error) {
      record('<error>');
      throw error;
    }
  }

  /** After a 401 a request is sent a second time, because a token may have been replaced since it was read; no other is. */
  function renewAfter(status: number, { method }: ApiRequest): void {
    onRetry?.({ method, code: String(status), host });
    credentials.refresh();
  }

  return {
    async call(request): Promise<ApiResponse> {
      let answer = await call(request);
      if (answer.status === 401) {
        renewAfter(answer.status, request);
        answer = await call(request);
      }
      return { status: answer.status, ...waitOf(answer.headers), body: parse(answer.text) };
    },
    async stream(request): Promise<ApiStream> {
      let response = await open(request);
      if (response.statusCode === 401) {
        await response.body.dump();
        renewAfter(response.statusCode, request);
        response = await open(request);
      }
      const { statusCode: status, headers, body } = response;
      if (status < 400) return { status, lines: linesOf(body) };
      return { status, ...waitOf(headers), refusal: parse(await body.text()), lines: noLines() };
    },
    async close() {
      await Promise.all([calls.destroy(), watches.destroy()]);
    },
  };
}

interface Prepared {
  readonly method: ApiRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
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

/** RFC 9110 also allows a date; the API server sends seconds. */
function waitOf(headers: IncomingHttpHeaders): Pick<ApiResponse, 'retryAfterMs'> {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
}

/**
 * JSON that YAML reads in the same way, because the API server parses an apply as YAML, which folds some characters of
 * JSON into a blank and refuses others. https://yaml.org/spec/1.2.2/#51-character-set
 */
function jsonText(body: unknown): string {
  const text = JSON.stringify(body);
  if (!foldedByYaml.test(text)) return text;
  return text.replaceAll(
    new RegExp(foldedByYaml, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const foldedByYaml = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

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
