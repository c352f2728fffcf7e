import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createAuthority } from '../../../../control-plane/src/control-plane/pki/authority.ts';
import { systemClock } from '../../base/index.ts';
import { createFixedCredentials } from '../credentials/index.ts';
import { createHttpTransport } from '../http-transport.ts';
import type { Transport } from '../transport.ts';

let server: Http2SecureServer;
let transport: Transport;
let sockets = 0;

/** Starts a server that prefers HTTP/2, as the API server does, and that responds once the whole body has arrived. */
beforeAll(async () => {
  const authority = await createAuthority('test');
  const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
  const { certificate: cert, key } = await authority.issue({ commonName: 'api', usages: ['server'], hosts });
  server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    if (request.url === '/watch') response.writeHead(200).write('\n');
    else request.resume().on('end', () => response.end('{}'));
  });
  server.on('secureConnection', () => (sockets += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${String(port)}`;
  const credentials = createFixedCredentials(origin, { tls: { ca: authority.certificate } });
  transport = createHttpTransport({ credentials, clock: systemClock });
});

afterAll(async () => {
  await transport.close();
  server.close();
});

// Node limits all streams of an HTTP/2 session together to 10 MB, and resets streams that exceed it
// (ENHANCE_YOUR_CALM).
it('large objects at the same time do not reset each other’s streams', async () => {
  const body = 'x'.repeat(1_400_000);
  const calls = Array.from({ length: 16 }, () => transport.call({ method: 'POST', path: '/', body }));
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
});

it('each watch has its own connection, so that a dead one does not affect the others', async () => {
  const before = sockets;
  await Promise.all([1, 2, 3].map(() => transport.stream({ method: 'GET', path: '/watch' })));
  expect(sockets - before).toBe(3);
});
