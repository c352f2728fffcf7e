import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ApiRequest, Transport } from '../../../operator/runtime/src/client/index.ts';

/** An HTTP server that answers requests with a transport, for clients in another process. */
export interface ServedTransport extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves `transport` on loopback.
 * @param asked called with each request before it is answered
 */
export async function serveTransport(
  transport: Transport,
  asked: (request: ApiRequest) => void = () => undefined,
): Promise<ServedTransport> {
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    const request = { ...(await readRequest(incoming)), signal: disconnected.signal };
    asked(request);
    if (request.query?.['watch'] !== 'true') {
      const { status, body } = await transport.call(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const { status, rejection, lines } = await transport.stream(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (rejection !== undefined) response.write(JSON.stringify(rejection));
    for await (const line of lines) if (!response.write(`${line}\n`)) await once(response, 'drain', disconnected);
    response.end();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const url = new URL(incoming.url ?? '/', 'http://server');
  const body = await text(incoming);
  return {
    method: incoming.method as ApiRequest['method'],
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    ...(incoming.headers['content-type'] !== undefined && { contentType: incoming.headers['content-type'] }),
    ...(incoming.headers.accept !== undefined && { accept: incoming.headers.accept }),
    ...(body !== '' && { body: JSON.parse(body) as unknown }),
  };
}
