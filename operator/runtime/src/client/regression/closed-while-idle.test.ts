import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { systemClock } from '../../base/index.ts';
import { createFixedCredentials } from '../credentials/index.ts';
import { createHttpTransport, type HttpTransport } from '../http-transport.ts';
import type { ApiRequest, RetryRecord } from '../transport.ts';

/**
 * A server that answers the first request on each connection and resets the connection at the second, as if it had been
 * idle.
 */
let server: Server;
let transport: HttpTransport;
let host = '';
let requests: string[] = [];
let retries: RetryRecord[] = [];
/** Called at the second request of a connection, to end it. */
let end: (socket: Socket) => void;
const open = new Set<Socket>();

beforeEach(async () => {
  [requests, retries] = [[], []];
  end = (socket) => socket.resetAndDestroy();
  server = createServer((socket) => {
    open.add(socket);
    let isUsed = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const line = data.toString().split('\r\n', 1)[0] ?? '';
      if (line.endsWith('HTTP/1.1')) requests.push(line.split(' ', 1)[0] ?? '');
      if (isUsed) end(socket);
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      isUsed = true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  transport = createHttpTransport({
    credentials: createFixedCredentials(`http://${host}`),
    clock: systemClock,
    connections: 1,
    onRetry: (record) => retries.push(record),
  });
});

afterEach(async () => {
  await transport.close();
  for (const socket of open) socket.destroy();
  server.close();
});

const ends: readonly [string, (socket: Socket) => void][] = [
  ['reset', (socket) => socket.resetAndDestroy()],
  ['closed', (socket) => socket.end()],
];

const repeated: readonly [string, ApiRequest][] = [
  ['a GET', { method: 'GET', path: '/' }],
  ['an apply', { method: 'PATCH', path: '/', body: {}, isIdempotent: true }],
];

it.each(repeated.flatMap(([what, request]) => ends.map(([how, by]) => ({ what, how, request, by }))))(
  '$what on a connection that is $how before the response is resent on another one',
  async ({ request, by }) => {
    end = by;
    for (let calls = 0; calls < 6; calls += 1) {
      await expect(transport.call(request)).resolves.toMatchObject({ status: 200 });
    }
    const { method } = request;
    expect(retries).toEqual(Array(5).fill({ method, code: '<error>', host }));
    expect(requests).toHaveLength(11);
  },
);

it.each(ends)('a POST that was sent is never sent again, when its connection is %s', async (_, by) => {
  end = by;
  const post: ApiRequest = { method: 'POST', path: '/', body: {} };
  await transport.call(post);
  await expect(transport.call(post)).rejects.toMatchObject({ code: expect.stringMatching(/SOCKET|ECONN/) as string });
  expect(requests).toEqual(['POST', 'POST']);
  expect(retries).toEqual([]);
});

it('a connection that is reset at its first request is not an idle one', async () => {
  await transport.close();
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('data', () => socket.end());
  });
  transport = createHttpTransport({ credentials: createFixedCredentials(`http://${host}`), clock: systemClock });
  await expect(transport.call({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
});

it('a request fails after three resets in a row', async () => {
  const get: ApiRequest = { method: 'GET', path: '/' };
  await transport.call(get);
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('data', () => socket.resetAndDestroy());
  });
  await expect(transport.call(get)).rejects.toMatchObject({ code: expect.stringMatching(/SOCKET|ECONN/) as string });
  expect(retries.length).toBeLessThanOrEqual(3);
});
