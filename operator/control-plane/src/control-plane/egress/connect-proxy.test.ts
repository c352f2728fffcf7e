import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Endpoint, freePort } from '../../sockets.ts';
import type { Route } from './egress.ts';
import { startConnectProxy } from './connect-proxy.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

const host = '127.0.0.1';
let folder = '';
useTemporaryFolder((path) => void (folder = path));
let socketPath = '';
let proxy: AsyncDisposable;
let route: (target: Endpoint) => Route;
let asked: Endpoint[] = [];
const open: (() => unknown)[] = [];

beforeEach(async () => {
  socketPath = join(folder, 'proxy.sock');
  asked = [];
  route = (target) => target;
  proxy = await startConnectProxy({
    socketPath,
    route(target) {
      asked.push(target);
      return route(target);
    },
  });
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await proxy[Symbol.asyncDispose]();
});

async function startServer(onConnection: (socket: Socket) => void): Promise<Endpoint> {
  const server = createServer({ allowHalfOpen: true }, onConnection).listen(0, host);
  open.push(() => server.close());
  await once(server, 'listening');
  return { host, port: (server.address() as AddressInfo).port };
}
const startShoutingServer = (): Promise<Endpoint> =>
  startServer((socket) => void text(socket).then((all) => socket.end(all.toUpperCase())));

function sendLines(...lines: string[]): Socket {
  const socket = connect({ path: socketPath, allowHalfOpen: true });
  socket.write([...lines, '', ''].join('\r\n'));
  return socket;
}
const sendConnect = (target: string): Socket => sendLines(`CONNECT ${target} HTTP/1.1`, 'Host: 127.0.0.1');

/** Opens a tunnel to a program; resolves once the proxy has answered. */
async function openTunnel({ host, port }: Endpoint): Promise<Socket> {
  const socket = sendConnect(`${host}:${String(port)}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toBe('HTTP/1.1 200 OK\r\n\r\n');
  return socket;
}
const readStatusLine = async (socket: Socket): Promise<string> => (await text(socket)).split('\r\n')[0] ?? '';

test('a connection follows its route', async () => {
  const greeting = await startServer((socket) => void socket.resume().end('hello'));
  route = () => greeting;
  const answer = await text(sendConnect('10.96.0.7:443'));
  expect(answer).toBe('HTTP/1.1 200 OK\r\n\r\nhello');
  expect(asked).toEqual([{ host: '10.96.0.7', port: 443 }]);
});

test('all bytes arrive, even after the client has closed its side', async () => {
  const client = await openTunnel(await startShoutingServer());
  client.end('x'.repeat(1_000_000));
  expect(await text(client)).toBe('X'.repeat(1_000_000));
});

test('data that the client sends before the answer also arrives', async () => {
  const { host, port } = await startShoutingServer();
  const client = connect({ path: socketPath, allowHalfOpen: true });
  client.end(`CONNECT ${host}:${String(port)} HTTP/1.1\r\nHost: x\r\n\r\nearly`);
  expect(await text(client)).toBe('HTTP/1.1 200 OK\r\n\r\nEARLY');
});

test('names and IPv6 addresses are valid targets', async () => {
  route = () => ({ rejection: 'not today' });
  for (const target of ['localhost:10250', '[::1]:443']) await text(sendConnect(target));
  expect(asked).toEqual([
    { host: 'localhost', port: 10_250 },
    { host: '::1', port: 443 },
  ]);
});

test('a target without a route is answered with 503, with the reason in the status line', async () => {
  route = () => ({ rejection: 'Service shop/hooks:443 has no ready Pod' });
  expect(await readStatusLine(sendConnect('10.96.0.7:443'))).toBe(
    'HTTP/1.1 503 Service shop/hooks:443 has no ready Pod',
  );
});

test('a target that rejects connections is answered with 502', async () => {
  const port = await freePort(host);
  for (const host of ['127.0.0.1', 'localhost']) {
    const answer = await readStatusLine(sendConnect(`${host}:${String(port)}`));
    expect(answer).toBe(`HTTP/1.1 502 dial tcp ${host}:${String(port)}: connect: connection refused`);
  }
});

test.for(['10.96.0.7', '10.96.0.7:https', 'localhost:65536', ':443'])(
  'CONNECT %s is answered with 400',
  async (target) => {
    expect(await readStatusLine(sendConnect(target))).toContain('HTTP/1.1 400 ');
    expect(asked).toEqual([]);
  },
);

test('a request that is not HTTP is answered with 400, and any other method with 405', async () => {
  expect(await readStatusLine(sendLines('hello'))).toBe('HTTP/1.1 400 Bad Request');
  expect(await readStatusLine(sendLines('GET / HTTP/1.1', 'Host: x', 'Connection: close'))).toBe(
    'HTTP/1.1 405 Method Not Allowed',
  );
});

test('a client that disconnects early leaves no connection open', async () => {
  const served: Socket[] = [];
  const client = await openTunnel(
    await startServer((socket) => void served.push(socket.once('end', () => socket.end()).resume())),
  );
  client.destroy();
  await expect.poll(() => served[0]?.closed).toBe(true);
});

test('a program that breaks the connection breaks it for the client', async () => {
  const client = await openTunnel(
    await startServer((socket) => void socket.once('data', () => socket.resetAndDestroy())),
  );
  client.write('hello');
  expect(await text(client)).toBe('');
});

test('disposing breaks all connections, and removes the socket', async () => {
  const client = await openTunnel(await startServer((socket) => void socket.on('error', () => undefined)));
  await proxy[Symbol.asyncDispose]();
  expect(await text(client)).toBe('');
  expect(existsSync(socketPath)).toBe(false);
  proxy = { [Symbol.asyncDispose]: () => Promise.resolve() };
});

test('a socket path that is in use is rejected', async () => {
  await expect(startConnectProxy({ socketPath, route })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
