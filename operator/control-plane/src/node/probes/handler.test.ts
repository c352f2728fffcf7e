import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { neverAborted, systemClock } from '../../../../runtime/src/base/index.ts';
import { createAuthority } from '../../../../runtime/src/certificates/authority.ts';
import { runHandler, type Target } from './handler.ts';

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function startListening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const startWeb = (listener: RequestListener): Promise<number> => startListening(createHttpServer(listener));

function buildTarget(portMap: Target['portMap'] = {}): Target {
  return {
    container: { ports: [{ name: 'http', containerPort: 80 }] },
    address: '127.0.0.1',
    portMap,
    exec: async ([exitCode]) => ({ exitCode: Number(exitCode) }),
  };
}

test.each([
  [200, true],
  [302, true],
  [404, false],
  [503, false],
])('an HTTP response with status %i is a success: %s', async (status, ok) => {
  const port = await startWeb((_, response) => response.writeHead(status).end());
  expect(await runHandler({ httpGet: { port } }, buildTarget(), neverAborted)).toMatchObject({ ok });
});

test('a named port is mapped to the port on which the program listens', async () => {
  const paths: string[] = [];
  const port = await startWeb((request, response) => {
    paths.push(`${request.url ?? ''} ${request.headers['x-a'] as string} ${request.headers.host ?? ''}`);
    response.end();
  });
  const httpGet = {
    port: 'http',
    path: '/healthz?x=1',
    httpHeaders: [
      { name: 'X-A', value: '1' },
      { name: 'Host', value: 'me' },
    ],
  };
  expect(await runHandler({ httpGet }, buildTarget({ 80: port }), neverAborted)).toMatchObject({ ok: true });
  expect(paths).toEqual(['/healthz?x=1 1 me']);
  const unknown = await runHandler({ httpGet: { port: 'none' } }, buildTarget(), neverAborted);
  expect(unknown).toEqual({ ok: false, message: "couldn't find port: none" });
});

test('an HTTPS probe does not verify the certificate', async () => {
  const { certificate: cert, key } = await createAuthority('unknown authority', { clock: systemClock, validDays: 1 });
  const port = await startListening(createHttpsServer({ cert, key }, (_, response) => response.end()));
  expect(await runHandler({ httpGet: { port, scheme: 'HTTPS' } }, buildTarget(), neverAborted)).toMatchObject({
    ok: true,
  });
});

test('a port without a listener is a failure', async () => {
  const port = await startWeb((_, response) => response.end());
  servers.pop()?.close();
  expect(await runHandler({ tcpSocket: { port } }, buildTarget(), neverAborted)).toMatchObject({ ok: false });
  expect(await runHandler({ httpGet: { port } }, buildTarget(), neverAborted)).toMatchObject({ ok: false });
  expect(await runHandler({ grpc: { port } }, buildTarget(), neverAborted)).toMatchObject({ ok: false });
});

test('an open port is a success', async () => {
  const port = await startWeb(() => undefined);
  expect(await runHandler({ tcpSocket: { port } }, buildTarget(), neverAborted)).toEqual({ ok: true, message: '' });
});

test('a response after the deadline is a failure', async () => {
  const port = await startWeb(() => undefined);
  for (const handler of [{ httpGet: { port } }, { grpc: { port } }, { sleep: { seconds: 60 } }]) {
    const limit = new AbortController();
    const result = runHandler(handler, buildTarget(), limit.signal);
    limit.abort();
    expect(await result).toMatchObject({ ok: false });
  }
});

test('an exec probe succeeds with exit code 0 only', async () => {
  const run = (code: string): Promise<unknown> =>
    runHandler({ exec: { command: [code] } }, buildTarget(), neverAborted);
  expect(await run('0')).toMatchObject({ ok: true });
  expect(await run('3')).toEqual({ ok: false, message: 'command exited with 3' });
});

test.each([
  { service: '', request: [0, 0, 0, 0, 0], status: 1, ok: true },
  { service: 'store', request: [0, 0, 0, 0, 7, 0x0a, 5, ...Buffer.from('store')], status: 1, ok: true },
  { service: 'store', request: [0, 0, 0, 0, 7, 0x0a, 5, ...Buffer.from('store')], status: 2, ok: false },
])(
  'gRPC health of service $service with status $status is a success: $ok',
  async ({ service, request, status, ok }) => {
    const received: number[][] = [];
    const server = createHttp2Server();
    server.on('stream', (stream, headers) => {
      stream.on('data', (chunk: Buffer) => void received.push([...chunk]));
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
      expect(headers[':path']).toBe('/grpc.health.v1.Health/Check');
      stream.on('end', () => stream.end(Buffer.from([0, 0, 0, 0, 2, 0x08, status])));
    });
    const port = await startListening(server);
    expect(await runHandler({ grpc: { port, service } }, buildTarget(), neverAborted)).toMatchObject({ ok });
    expect(received).toEqual([request]);
  },
);

test('a handler without an action is a failure', async () => {
  expect(await runHandler({}, buildTarget(), neverAborted)).toMatchObject({ ok: false });
});
