import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Logger, catchFailure } from '../../base/index.ts';
import { getPeer } from './connections.ts';
import { type Answer, type Endpoint, type Guard, sendAnswer } from './endpoint.ts';
import { type LimitedServer, createLimitedServer, serverLimits, type Tls } from './limited-server.ts';
import { listenAt } from './listen-at.ts';

/** The address and port of a server, and its endpoints by path, such as `/readyz`. */
export interface Listener {
  /** Name used in error messages: "metrics". */
  readonly purpose: string;
  /** An address of this machine. `::` means every address, IPv6 and IPv4. */
  readonly address: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** The certificate of a server that accepts only TLS. @default - plain HTTP */
  readonly tls?: Tls;
  /** Called before each endpoint. @default - allows every request */
  readonly guard?: Guard;
}

interface HttpServersOptions {
  readonly listeners: readonly Listener[];
  readonly logger: Logger;
}

/** Running servers, each within `serverLimits`. */
export interface HttpServers extends AsyncDisposable {
  /** The ports in the order of the listeners. Listeners that share a server have the same port. */
  readonly ports: readonly number[];
  /** Stops listening and closes every connection, idle or not. Calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Starts the listeners. Those with the same address and port (except 0) share a server, unless only one of them uses
 * TLS. Answers GET and HEAD; everything else gets a 404. Errors: `SETTINGS_INVALID` if a listener fails; then none
 * listens.
 */
export async function startHttpServers(options: HttpServersOptions): Promise<HttpServers> {
  const opened: LimitedServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((server) => server.close()));
  };
  const ports = new Map<Listener, number>();
  try {
    for (const group of groupByAddress(options.listeners)) {
      const listening = await listen(group, options);
      opened.push(listening);
      const { port } = listening.server.address() as AddressInfo;
      for (const listener of group) ports.set(listener, port);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { ports: options.listeners.map((listener) => ports.get(listener) ?? 0), close, [Symbol.asyncDispose]: close };
}

function groupByAddress(listeners: readonly Listener[]): Listener[][] {
  const fixed = Map.groupBy(
    listeners.filter(({ port }) => port !== 0),
    ({ address, port, tls }) => `${address} ${String(port)} ${String(tls !== undefined)}`,
  );
  return [...fixed.values(), ...listeners.filter(({ port }) => port === 0).map((listener) => [listener])];
}

async function listen(group: readonly Listener[], { logger }: HttpServersOptions): Promise<LimitedServer> {
  const endpoints = new Map(
    group.flatMap(({ endpoints: own, guard }) =>
      Object.entries(own).map(([path, endpoint]) => [path, { endpoint, guard }]),
    ),
  );
  const limited = createLimitedServer(serverLimits, group[0]?.tls, (request, response) => {
    const answered = answerRequest(endpoints, request).then((answer) => {
      sendAnswer(answer, request, response);
    });
    catchFailure(answered, (error) => {
      logger.error(error, 'answering an HTTP request failed', { path: parseTarget(request)?.pathname });
      if (response.headersSent) response.destroy();
      else sendAnswer(broken, request, response);
    });
  });
  const purpose = group.map((listener) => listener.purpose).join(' and ');
  await listenAt(limited, { address: group[0]?.address ?? '::', port: group[0]?.port ?? 0, purpose }, logger);
  return limited;
}

const plain = 'text/plain; charset=utf-8';
const notFound: Answer = { status: 404, contentType: plain, body: 'not found\n' };
const broken: Answer = { status: 500, contentType: plain, body: 'failed; see the log of the operator\n' };

interface Guarded {
  readonly endpoint: Endpoint;
  readonly guard: Guard | undefined;
}

async function answerRequest(endpoints: ReadonlyMap<string, Guarded>, request: IncomingMessage): Promise<Answer> {
  const target = parseTarget(request);
  if (target === undefined) return notFound;
  const { pathname: path, searchParams } = target;
  const [, root = '', below = ''] = endpoints.has(path) ? [path, path] : (/^(\/[^/]*)\/?(.*)$/.exec(path) ?? []);
  const found = endpoints.get(root);
  if (found === undefined) return notFound;
  const { authorization } = request.headers;
  const refused = await found.guard?.({ path, authorization, peer: getPeer(request.socket) });
  return refused ?? (await found.endpoint(below, searchParams)) ?? notFound;
}

/** The URL of a GET or HEAD request; `undefined` for any other request. */
function parseTarget({ method, url = '' }: IncomingMessage): URL | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  return URL.parse(url, 'http://localhost') ?? undefined;
}
