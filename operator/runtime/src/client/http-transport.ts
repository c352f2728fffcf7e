import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Dispatcher } from 'undici';

import { getActiveSpan, type Attributes, type Clock } from '../base/index.ts';
import type { Credentials, Identity } from './credentials/index.ts';
import { splitLines } from './split-lines.ts';
import { type OpenPool, RotatingPools } from './pools.ts';
import { type Progress, Sender } from './sender.ts';
import {
  type AnswerRecord,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type CallRecord,
  formatQuery,
  type RetryRecord,
  type SendRecord,
  type Transport,
} from './transport.ts';
import { request } from './undici.ts';
import { noResponse, readWhole, type WholeAnswer } from './whole-answer.ts';

/** Options of the connections to the API server. */
export interface HttpTransportOptions {
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Maximum number of connections for calls; watches have others. @default 16 */
  readonly connections?: number;
  /** Maximum time in milliseconds until a response starts, and between two parts of it. @default 30000 */
  readonly timeoutMs?: number;
  /** The `User-Agent` header. @default 'kubewright' */
  readonly userAgent?: string;
  /**
   * Called right before a call is sent, after any wait for a connection: the last chance to abort the signal of the
   * call.
   */
  readonly beforeSend?: () => void;
  /** Called after `beforeSend` for each sent call, but not for watches. */
  readonly onSend?: (record: SendRecord) => void;
  /** Called once for each call, when its response starts or it has failed. */
  readonly onCall?: (record: CallRecord) => void;
  /** Called before a call is sent again. */
  readonly onRetry?: (record: RetryRecord) => void;
  /** Called when certificates have changed: new connections use the new ones. */
  readonly onReplaced?: () => void;
  /** Opens a connection pool. @default - connects directly to the server */
  readonly openPool?: OpenPool;
  /** Called once the body of a response is read, completely or up to its limit. */
  readonly onAnswer?: (record: AnswerRecord) => void;
}

const defaults = {
  connections: 16,
  timeoutMs: 30_000,
  userAgent: 'kubewright',
} as const satisfies Partial<HttpTransportOptions>;

/** A transport that also reports whether the API server accepts its credentials. */
export interface HttpTransport extends Transport {
  /** For `/readyz`: `true`, or the reason why all requests fail until the credentials change. */
  readonly check: () => true | string;
}

/**
 * Creates a transport with `undici` pools: a bounded pool for calls, and two without a body timeout for watches.
 * (client-node opens a TLS connection per call, and takes about nine times the CPU time.) Guarantees: the number of
 * sockets is at most `connections` plus one per watch, or one per hundred watches that share connections over HTTP/2,
 * plus connections with replaced certificates until they end. A request is sent again only if the server did not
 * process it, or if it is idempotent.
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { connections, timeoutMs, userAgent, credentials, clock } = { ...defaults, ...options };
  const { beforeSend, onSend, onCall, onRetry, onAnswer, onReplaced, openPool } = options;
  const { server } = credentials;
  const { origin, host } = server;
  const prefix = server.pathname.replace(/\/$/, '');
  const pools = new RotatingPools({ server, connections, timeoutMs, openPool, onReplaced, clock });
  const sender = new Sender(credentials);

  function prepareCall(request: ApiRequest, authentication: Readonly<Record<string, string>>): Prepared {
    const body = request.body === undefined ? null : Buffer.from(serializeJson(request.body));
    const headers: Record<string, string> = {
      accept: request.accept ?? 'application/json',
      'user-agent': userAgent,
      ...authentication,
    };
    if (body !== null) headers['content-type'] = request.contentType ?? 'application/json';
    getActiveSpan()?.setAttributes(buildAddressAttributes(server, request));
    return { origin, method: request.method, path: prefix + request.path + formatQuery(request.query), headers, body };
  }

  /** Creates a function that records the status code of a call, and the time until its response starts. */
  function createRecorder({ method, body }: Prepared, progress: Progress): (code: string) => void {
    const startedAt = clock.monotonic();
    return (code) => {
      progress.isAnswered = code !== noResponse;
      onCall?.({ method, code, host, durationMs: clock.monotonic() - startedAt, requestBytes: body?.length ?? 0 });
    };
  }

  async function call(request: ApiRequest, { headers, tls }: Identity, progress: Progress): Promise<WholeAnswer> {
    const { method, signal, atMostBytes } = request;
    const sent = prepareCall(request, headers);
    let begunAtMs = 0;
    return readWhole(pools.getPools(tls).calls, sent, {
      ...{ signal, atMostBytes },
      onConnection: () => {
        begunAtMs = clock.now();
        beforeSend?.();
      },
      onSend: () => {
        progress.wasSent = true;
        onSend?.({ method, path: sent.path, begunAtMs });
      },
      onCode: createRecorder(sent, progress),
      onRead: (responseBytes) => onAnswer?.({ method, host, responseBytes }),
    });
  }

  async function open(asked: ApiRequest, { headers, tls }: Identity, progress: Progress): Promise<OpenAnswer> {
    const { signal = null } = asked;
    const sent = prepareCall(asked, headers);
    const record = createRecorder(sent, progress);
    // Lets a watch that has just ended return its connection, which this one then reuses.
    await nextTurn();
    try {
      const { watches, sharedWatches } = pools.getPools(tls);
      const pool = asked.sharesConnection === true ? sharedWatches : watches;
      const response = await request.call(pool, { ...sent, signal });
      record(String(response.statusCode));
      return { status: response.statusCode, headers: response.headers, body: response.body };
    } catch (error) {
      record(noResponse);
      throw error;
    }
  }

  const retried = ({ method }: ApiRequest, given: object): void => {
    onRetry?.({ method, code: 'answer' in given ? '401' : noResponse, host });
  };

  return {
    async call(request): Promise<ApiResponse> {
      const answer = await sender.send<WholeAnswer>({
        isIdempotent: request.isIdempotent ?? request.method === 'GET',
        send: (identity, progress) => call(request, identity, progress),
        beforeRetry: (given) => {
          retried(request, given);
        },
      });
      return { status: answer.status, ...parseRetryAfter(answer.headers), body: parse(answer.text) };
    },
    async stream(request): Promise<ApiStream> {
      const { status, headers, body } = await sender.send<OpenAnswer>({
        isIdempotent: true,
        send: (identity, progress) => open(request, identity, progress),
        beforeRetry: async (given) => {
          if ('answer' in given) await given.answer.body.dump();
          retried(request, given);
        },
      });
      if (status === 200) return { status, lines: splitLines(body) };
      return { status, ...parseRetryAfter(headers), rejection: parse(await body.text()), lines: streamNothing() };
    },
    get isMultiplexed() {
      return pools.isMultiplexed;
    },
    check: () => sender.problem ?? true,
    close: () => pools.close(),
  };
}

interface OpenAnswer extends Pick<Dispatcher.ResponseData, 'headers' | 'body'> {
  readonly status: number;
}

interface Prepared {
  readonly origin: string;
  readonly method: ApiRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Attributes of a call's span: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function buildAddressAttributes(server: URL, { path, query }: ApiRequest): Attributes {
  const defaultPort = server.protocol === 'http:' ? 80 : 443;
  return {
    'server.address': server.hostname,
    'server.port': server.port === '' ? defaultPort : Number(server.port),
    'url.full': server.origin + server.pathname.replace(/\/$/, '') + path + formatQuery(query),
  };
}

/** Reads `Retry-After`. RFC 9110 also allows a date, but the API server sends seconds. */
function parseRetryAfter(headers: IncomingHttpHeaders): Pick<ApiResponse, 'retryAfterMs'> {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
}

/**
 * Writes JSON that a YAML parser reads identically: the API server parses an apply as YAML, which turns some JSON
 * characters into blanks and rejects others. https://yaml.org/spec/1.2.2/#51-character-set
 */
function serializeJson(body: unknown): string {
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

async function* streamNothing(): AsyncGenerator<string> {
  // A rejection without a JSON body.
}
