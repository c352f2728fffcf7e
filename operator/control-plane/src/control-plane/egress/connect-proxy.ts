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
  readonly socketPath: string;
  /** Returns the route of the next connection to a target. */
  route(this: void, target: Endpoint): Route;
}

/** Connect timeout in milliseconds: that of Go's default dialer, which the API server uses without a proxy. */
const connectWithinMs = 30_000;
/** Messages of the system by error code: `connection refused` for ECONNREFUSED. */
const words = new Map(getSystemErrorMap().values());

/**
 * Starts an HTTP proxy for CONNECT only: connections follow `route`. It does not inspect their data, so TLS is end to
 * end.
 *
 * Throws: if it cannot listen. Disposing breaks all connections and removes the socket.
 */
export async function startConnectProxy({ socketPath, route }: ConnectProxyOptions): Promise<AsyncDisposable> {
  const open = new OpenSockets();
  const server = createServer((_, response) => void response.writeHead(405, { allow: 'CONNECT' }).end());
  server.on('connection', (socket: Socket) => void open.keep(socket));
  server.on('connect', ({ url = '', socket: client }: IncomingMessage, _, head: Buffer) => {
    // Ignores errors before the client is connected to a server, because `close` follows in any case.
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

/** Parses the target of a CONNECT: `10.96.0.7:443`, `localhost:10250`, `[::1]:443`. */
function parseTarget(authority: string): Endpoint | undefined {
  const [, host, port] = /^\[?([^[\]]+)\]?:(\d+)$/.exec(authority) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

function forward(client: Socket, server: Socket, { host, port }: Endpoint): void {
  const failed = ({ code = '' }: NodeJS.ErrnoException): void => {
    // The same message as the API server reports without a proxy.
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

/**
 * Rejects a connection. The reason is in the status line, because the API server does not report the rest of the
 * response.
 */
function rejectConnection(client: Socket, { status, rejection }: Rejection): void {
  client.end(`HTTP/1.1 ${String(status)} ${rejection}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () =>
    client.destroy(),
  );
}

/**
 * Renders the file for `--egress-selector-config-file`. The selection `cluster` covers all connections of the API
 * server to nodes, Pods and Services: webhooks and aggregated APIs with a Service reference, kubelets, and the proxy of
 * Pods and Services. Webhooks with a URL, and etcd, are reached directly as before.
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

/** The maximum length of a Unix socket's path on every system, in bytes: 107 on Linux, 103 on macOS. */
const longestPath = 103;
const name = 'egress.sock';

/** A path for a Unix socket that nothing listens on. */
interface SocketPath extends AsyncDisposable {
  readonly path: string;
}

/**
 * Returns a socket path in `directory`, or in a new temporary folder if that would be too long. Only the owner can
 * access either.
 */
export async function openSocketPath(directory: string): Promise<SocketPath> {
  const inside = join(directory, name);
  if (Buffer.byteLength(inside) > longestPath) return temporaryPath();
  await rm(inside, { force: true }); // A previous process may have left the socket behind when it was killed.
  return { path: inside, [Symbol.asyncDispose]: () => rm(inside, { force: true }) };
}

async function temporaryPath(): Promise<SocketPath> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-'));
  return { path: join(folder, name), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
