import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { systemClock } from '../../base/index.ts';
import { createFixedCredentials } from '../credentials/index.ts';
import { createHttpTransport } from '../http-transport.ts';
import type { SendRecord } from '../transport.ts';

let server: Server;
let arrived = 0;

beforeEach(async () => {
  arrived = 0;
  server = createServer((_, response) => {
    arrived += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('a call whose signal aborts once it has a connection, before the first write, is never sent', async () => {
  const { port } = server.address() as AddressInfo;
  const paused = new AbortController();
  const sent: SendRecord[] = [];
  const transport = createHttpTransport({
    clock: { ...systemClock, now: () => 7_000 },
    credentials: createFixedCredentials(`http://127.0.0.1:${String(port)}`),
    beforeSend: () => {
      paused.abort(new Error('its time is over'));
    },
    onSend: (record) => sent.push(record),
  });
  const { signal } = paused;
  await expect(transport.call({ method: 'PATCH', path: '/late', body: {}, signal })).rejects.toThrow(
    'its time is over',
  );
  await expect(transport.call({ method: 'GET', path: '/next', query: { limit: 1 } })).resolves.toMatchObject({
    status: 200,
  });
  expect(arrived).toBe(1);
  expect(sent).toEqual([{ method: 'GET', path: '/next?limit=1', begunAtMs: 7_000 }]);
  await transport.close();
});
