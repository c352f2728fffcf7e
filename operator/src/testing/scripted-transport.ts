import type { ApiRequest, ApiResponse, ApiStream, Transport } from '../runtime/client/index.ts';

/** What the server answers; what it throws is a connection that broke. */
export interface TransportScript {
  /** @default - 404 */
  call?(request: ApiRequest): ApiResponse | Promise<ApiResponse>;
  /** @default - 404 */
  stream?(request: ApiRequest): ApiStream | Promise<ApiStream>;
}

/** A transport that answers as a test says and remembers what was asked. */
export interface ScriptedTransport extends Transport {
  readonly requests: readonly ApiRequest[];
  /** The requests so far as `GET /path?query`, and forgets them. */
  taken(): string[];
}

const notFound: ApiResponse = {
  status: 404,
  body: { kind: 'Status', status: 'Failure', reason: 'NotFound', message: 'not found', code: 404 },
};

export function scriptTransport(script: TransportScript = {}): ScriptedTransport {
  const requests: ApiRequest[] = [];
  let taken = 0;
  return {
    requests,
    async call(request) {
      requests.push(request);
      return (await script.call?.(request)) ?? notFound;
    },
    async stream(request) {
      requests.push(request);
      return (await script.stream?.(request)) ?? { status: 404, refusal: notFound.body, lines: linesOf() };
    },
    taken() {
      const news = requests.slice(taken).map(textOf);
      taken = requests.length;
      return news;
    },
    close: () => Promise.resolve(),
  };
}

/** The lines of a stream that ends after them. */
export async function* linesOf(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

function textOf({ method, path, query = {} }: ApiRequest): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = pairs.map(([name, value]) => `${name}=${String(value)}`).join('&');
  return `${method} ${path}${text === '' ? '' : `?${text}`}`;
}
