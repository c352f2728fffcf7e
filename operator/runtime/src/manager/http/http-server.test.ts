import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { describe, expect, it } from 'vitest';

import { type LogFields, type Logger, silentLogger } from '../../base/index.ts';
import { createHealthEndpoint } from '../health/health-endpoint.ts';
import { type Endpoint, createTextEndpoint } from './endpoint.ts';
import { type HttpServers, type Listener, startHttpServers } from './http-server.ts';

const health: Listener = {
  purpose: 'health',
  address: '127.0.0.1',
  port: 0,
  endpoints: {
    '/healthz': createHealthEndpoint('healthz', {}),
    '/readyz': createHealthEndpoint('readyz', { caches: () => 'not yet' }),
  },
};
const metrics: Listener = {
  purpose: 'metrics',
  address: '127.0.0.1',
  port: 0,
  endpoints: { '/metrics': createTextEndpoint('text/plain; version=0.0.4', () => Promise.resolve('up 1\n')) },
};

function start(listeners: readonly Listener[], logger: Logger = silentLogger): Promise<HttpServers> {
  return startHttpServers({ listeners, logger });
}

function get(port: number | undefined, path: string, method = 'GET'): Promise<Response> {
  return fetch(`http://127.0.0.1:${port ?? 0}${path}`, { method });
}

async function occupyPort(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close };
}

/** A port that was free when it was requested. */
async function freePort(): Promise<number> {
  await using used = await occupyPort();
  return used.port;
}

describe('startHttpServers', () => {
  it('serves each listener on its own port', async () => {
    await using servers = await start([health, metrics]);
    const [healthPort, metricsPort] = servers.ports;
    expect(healthPort).not.toBe(metricsPort);
    expect(await (await get(healthPort, '/healthz')).text()).toBe('ok');
    const scraped = await get(metricsPort, '/metrics');
    expect([await scraped.text(), scraped.headers.get('content-type')]).toEqual([
      'up 1\n',
      'text/plain; version=0.0.4',
    ]);
    expect((await get(healthPort, '/metrics')).status).toBe(404);
  });

  it('responds at IPv4 addresses if it listens on every address', async () => {
    await using servers = await start([{ ...health, address: '::' }]);
    expect(await (await get(servers.ports[0], '/healthz')).text()).toBe('ok');
  });

  it('serves listeners with the same port together', async () => {
    const port = await freePort();
    await using servers = await start([
      { ...health, port },
      { ...metrics, port },
    ]);
    expect(servers.ports).toEqual([port, port]);
    expect((await get(port, '/healthz')).status).toBe(200);
    expect((await get(port, '/metrics')).status).toBe(200);
  });

  // eslint-disable-next-line no-restricted-syntax -- macOS gives loopback one address only
  it.skipIf(process.platform === 'darwin')('serves the same port of two addresses separately', async () => {
    const port = await freePort();
    await using servers = await start([
      { ...health, port },
      { ...metrics, port, address: '127.0.0.2' },
    ]);
    expect(servers.ports).toEqual([port, port]);
    expect((await get(port, '/healthz')).status).toBe(200);
    expect((await get(port, '/metrics')).status).toBe(404);
    expect((await fetch(`http://127.0.0.2:${String(port)}/metrics`)).status).toBe(200);
  });

  it('passes the query and the rest of the path to an endpoint', async () => {
    await using servers = await start([health]);
    const [port] = servers.ports;
    expect((await get(port, '/readyz')).status).toBe(500);
    expect((await get(port, '/readyz/')).status).toBe(500);
    expect((await get(port, '/readyz/caches')).status).toBe(500);
    expect((await get(port, '/readyz?exclude=caches')).status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    await using servers = await start([metrics]);
    const response = await get(servers.ports[0], '/metrics', 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '5', '']);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/healthz/other'],
    ['GET', '/constructor'],
    ['GET', '//healthz'],
    ['POST', '/healthz'],
    ['DELETE', '/healthz'],
  ])('answers 404 to %s %s', async (method, path) => {
    await using servers = await start([health]);
    expect((await get(servers.ports[0], path, method)).status).toBe(404);
  });

  it('responds with 500 and logs the reason when an endpoint fails, without the query', async () => {
    const errors: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      error: (error: unknown, message: string, fields?: LogFields) => void errors.push([error, message, fields]),
    };
    const broken: Endpoint = () => Promise.reject(new Error('no numbers'));
    await using servers = await start([{ ...metrics, endpoints: { '/metrics': broken } }], logger);
    expect((await get(servers.ports[0], '/metrics?token=s3cret')).status).toBe(500);
    expect(errors).toEqual([[new Error('no numbers'), 'answering an HTTP request failed', { path: '/metrics' }]]);
  });

  it('names a port that is in use, and its purpose', async () => {
    await using used = await occupyPort();
    const message = `failed to listen on 127.0.0.1:${used.port} for health and metrics: the port is in use`;
    const both = [
      { ...health, port: used.port },
      { ...metrics, port: used.port },
    ];
    await expect(start(both)).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining(message) as string,
    });
  });

  it('leaves nothing open when one of several listeners fails', async () => {
    await using used = await occupyPort();
    const port = await freePort();
    await expect(
      start([
        { ...health, port },
        { ...metrics, port: used.port },
      ]),
    ).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
    await (await start([{ ...health, port }])).close();
  });

  it('names an address that the machine does not have', async () => {
    const failing = start([{ ...health, address: '192.0.2.1' }]);
    await expect(failing).rejects.toThrow('does not have the address');
  });

  it('closes at once, even if clients keep their connections', async () => {
    const servers = await start([health]);
    const socket = connect(servers.ports[0] ?? 0, '127.0.0.1');
    // On one connection, the first request is answered and the second is only half sent.
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz');
    await once(socket, 'data');
    const ended = once(socket, 'close');
    await servers.close();
    await servers.close();
    await ended;
    await expect(get(servers.ports[0], '/healthz')).rejects.toThrow();
  });
});
