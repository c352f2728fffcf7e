import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { type Kind, systemClock } from '../../base/index.ts';
import { createFixedCredentials } from '../credentials/index.ts';
import { createClient } from '../client.ts';
import { createHttpTransport } from '../http-transport.ts';

const node: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

// Responses that a proxy in between may send, such as a redirect to a login page.
it.each([
  [302, '<html><title>Log in</title></html>', 'a HTML page (“Log in”)'],
  [204, '', 'nothing'],
  [202, '{}', 'an object'],
])('a watch that gets a %i fails with that status', async (status, body, words) => {
  server = createServer((_, response) => response.writeHead(status, { location: '/login' }).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const transport = createHttpTransport({ credentials: createFixedCredentials(url), clock: systemClock });
  await expect(createClient(transport).resource(node).watch()).rejects.toMatchObject({
    ...{ status, code: 'API_UNAVAILABLE' },
    serverMessage: expect.stringContaining(`the server answered ${String(status)} with ${words}`) as string,
  });
  await transport.close();
});
