import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getSystemErrorMap } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Endpoint, joinSockets, OpenSockets } from '../../sockets.ts';
import type { Route } from './egress.ts';

interface ConnectProxyOptions {
  /** Where it listens: the path of a Unix socket. */
  readonly socketPath: string;
  /** Where the next connection to a target leads. */
  route(this: void, target: Endpoint): Route;
}

/** What Go's default dialer waits, which the API server uses without a proxy. */
const connectWithinMs = 30_000;
/** `connection refused`, by ECONNREFUSED. */
const words = new Map(getSystemErrorMap().values());

/**
 * Starts an HTTP proxy for the method CONNECT only: its connections go where `route` says. What is sent through them is
 * not looked at, so TLS is between the two ends.
 *
 * Throws: when it cannot listen. Disposing breaks off all connections and removes the socket.
 */
export async function startConnectProxy({ socketPath, route }: ConnectProxyOptions): Promise<AsyncDisposable> {
  const open = new OpenSockets();
  const server = createServer((_, response) => void response.writeHead(405, { allow: 'CONNECT' }).end());
  server.on('connection', (socket: Socket) => void open.keep(socket));
  server.on('connect', ({ url = '', socket: client }: IncomingMessage, _, head: Buffer) => {
    // Errors are ignored until it is joined to another one: `close` follows in any case.
    client.on('error', () => undefined);
    client.unshift(head);
    const answer = answerTo(url, route);
    if ('rejection' in answer) rejectConnection(client, answer);
    else forward(client, open.keep(connect({ ...answer, allowHalfOpen: true })), answer);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      open.destroy();
      await closed;
    },
  };
}

interface Rejection {
  readonly status: 400 | 502 | 503;
  readonly rejection: string;
}

function answerTo(authority: string, route: ConnectProxyOptions['route']): Endpoint | Rejection {
  const target = parseTarget(authority);
  if (target === undefined) return { status: 400, rejection: `${authority} is not an address with a port` };
  const found = route(target);
  return 'rejection' in found ? { status: 503, ...found } : found;
}

/** The target of a CONNECT: `10.96.0.7:443`, `localhost:10250`, `[::1]:443`. */
function parseTarget(authority: string): Endpoint | undefined {
  const [, host, port] = /^\[?([^[\]]+)\]?:(\d+)$/.exec(authority) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

function forward(client: Socket, server: Socket, { host, port }: Endpoint): void {
  const failed = ({ code = '' }: NodeJS.ErrnoException): void => {
    // As the API server says without a proxy.
    rejectConnection(client, {
      status: 502,
      rejection: `dial tcp ${host}:${String(port)}: connect: ${words.get(code) ?? code}`,
    });
  };
  client.once('close', () => server.destroy());
  server.setTimeout(connectWithinMs, () => server.destroy(new ConnectTimeout()));
  server.once('error', failed);
  server.once('connect', () => {
    server.setTimeout(0).off('error', failed);
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    joinSockets(client, server, (socket) => socket.destroy());
  });
}

class ConnectTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/** The reason stands in the status line, as the API server reports nothing else of the answer. */
function rejectConnection(client: Socket, { status, rejection }: Rejection): void {
  client.end(`HTTP/1.1 ${String(status)} ${rejection}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () =>
    client.destroy(),
  );
}

/**
 * The file for `--egress-selector-config-file`. The selection `cluster` is all that the API server opens towards nodes,
 * Pods and Services: webhooks and aggregated APIs with a Service reference, kubelets, and the proxy of Pods and Services.
 * Webhooks with a URL, and etcd, are reached directly as before.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/setup-konnectivity/
 */
export function renderEgressConfiguration(socketPath: string): string {
  const connection = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: socketPath } } };
  return JSON.stringify({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection }],
  });
}

/** What every system takes as the path of a Unix socket, in bytes: Linux takes 107, macOS 103. */
const longestPath = 103;
const name = 'egress.sock';

/** A path at which nothing listens. */
interface SocketPath extends AsyncDisposable {
  readonly path: string;
}

/** A path in `directory`, or in a new temporary folder if that one would be too long; both are their owner's alone. */
export async function openSocketPath(directory: string): Promise<SocketPath> {
  const inside = join(directory, name);
  if (Buffer.byteLength(inside) > longestPath) return temporaryPath();
  await rm(inside, { force: true }); // left behind if the last owner of the directory was killed
  return { path: inside, [Symbol.asyncDispose]: () => rm(inside, { force: true }) };
}

async function temporaryPath(): Promise<SocketPath> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-'));
  return { path: join(folder, name), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
