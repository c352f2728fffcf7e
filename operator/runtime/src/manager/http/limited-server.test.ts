import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createSelfSigned } from '../../certificates/issuer.ts';
import {
  type LimitedServer,
  createLimitedServer,
  type ServerLimits,
  serverLimits,
  type Tls,
} from './limited-server.ts';

const servers: LimitedServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Started {
  readonly server: LimitedServer;
  readonly port: number;
}

const ok: RequestListener = (_, response) => response.end('ok');

async function start(
  limits: Partial<ServerLimits> = {},
  { listener = ok, tls }: { readonly listener?: RequestListener; readonly tls?: Tls } = {},
): Promise<Started> {
  const limited = createLimitedServer({ ...serverLimits, ...limits }, tls, listener);
  servers.push(limited);
  limited.server.listen(0, '127.0.0.1');
  await once(limited.server, 'listening');
  return { server: limited, port: (limited.server.address() as AddressInfo).port };
}

/** Opens a connection that sends only this text. */
async function open({ port }: Started, said = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  socket.write(said);
  return socket;
}

async function waitUntilClosed(socket: Socket): Promise<void> {
  // Not `once` of node:events, which rejects if the connection is reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

async function openMany(started: Started, many: number, from?: (nth: number) => string): Promise<readonly Socket[]> {
  const all: Socket[] = [];
  for (let nth = 0; nth < many; nth += 1) all.push(await open(started, halfRequest, from?.(nth)));
  return all;
}

const halfRequest = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

function probe({ port }: Started): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const done = (response: IncomingMessage): void => {
      response.resume().once('end', () => resolve(response.statusCode));
    };
    get({ host: '127.0.0.1', port, agent: false }, done).once('error', reject);
  });
}

function countConnections({ server: { server } }: Started): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

describe('a connection', () => {
  const short = { headersTimeout: 100, requestTimeout: 200, keepAliveTimeout: 100, silence: 60_000 };

  it('that sends nothing, or half a request, is closed at its limit, not at the next slow check', async () => {
    const untilItsEnd: RequestListener = (request, response) => void request.on('end', () => response.end());
    const started = await start(short, { listener: untilItsEnd });
    const halfBody = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf';
    for (const said of ['', halfRequest, halfBody]) await waitUntilClosed(await open(started, said));
    expect(await countConnections(started)).toBe(0);
  });

  it('that does not start TLS is closed', async () => {
    const keyPair = await createSelfSigned([{ type: 'dns', value: 'localhost' }], createFakeClock(new Date()));
    const socket = await open(await start(short, { tls: { keyPair } }));
    await waitUntilClosed(socket);
  });

  it('whose client does not read the response is closed', async () => {
    const isAsked = Promise.withResolvers<undefined>();
    const endless: RequestListener = (_, response) => {
      response.end('x'.repeat(64 * 1024 * 1024));
      isAsked.resolve(undefined);
    };
    const started = await start({ silence: 200 }, { listener: endless });
    const socket = await open(started);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await isAsked.promise;
    await expect.poll(() => countConnections(started), { timeout: 5_000 }).toBe(0);
  });
});

describe('half-open connections', () => {
  /** Timeouts that never expire. */
  const patient = { headersTimeout: 3_600_000, requestTimeout: 3_600_000, silence: 3_600_000 };

  it('of one address are limited, and do not block a probe from this address', { timeout: 60_000 }, async () => {
    const started = await start(patient);
    const attackers = await openMany(started, 500);
    expect(await probe(started)).toBe(200);
    const most = serverLimits.connectionsOfPeer;
    await expect.poll(() => countConnections(started)).toBeLessThanOrEqual(most);
    await expect.poll(() => attackers.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(most);
  });

  // eslint-disable-next-line no-restricted-syntax -- macOS gives loopback one address only
  it.skipIf(process.platform === 'darwin')(
    'of many addresses are limited, and do not block a probe',
    { timeout: 60_000 },
    async () => {
      const started = await start(patient);
      const own = await open(started, halfRequest);
      const attackers = await openMany(started, 600, (nth) => `127.0.1.${String((nth % 40) + 1)}`);
      expect(await probe(started)).toBe(200);
      await expect.poll(() => countConnections(started)).toBeLessThanOrEqual(serverLimits.connections);
      await expect
        .poll(() => attackers.filter(({ closed }) => !closed).length)
        .toBeLessThanOrEqual(serverLimits.connections);
      // Only connections of the address with the most connections were closed.
      expect(own.closed).toBe(false);
    },
  );

  it('do not end a pending request', { timeout: 60_000 }, async () => {
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    const slow: RequestListener = (_, response) => {
      asked.resolve(undefined);
      void answer.promise.then(() => response.end('ok'));
    };
    const started = await start(patient, { listener: slow });
    const scrape = probe(started);
    await asked.promise;
    await openMany(started, 100);
    answer.resolve(undefined);
    expect(await scrape).toBe(200);
  });

  it('are limited, even if each has a pending request', async () => {
    const started = await start(patient, { listener: () => undefined });
    for (let nth = 0; nth < 50; nth += 1) await open(started, `${halfRequest}\r\n`);
    await expect.poll(() => countConnections(started)).toBeLessThanOrEqual(serverLimits.connectionsOfPeer);
  });

  it('do not delay a stop, even before TLS', async () => {
    const keyPair = await createSelfSigned([{ type: 'dns', value: 'localhost' }], createFakeClock(new Date()));
    for (const tls of [undefined, { keyPair }]) {
      const started = await start(patient, tls && { tls });
      const socket = await open(started, tls === undefined ? halfRequest : '');
      await expect.poll(() => countConnections(started)).toBe(1);
      await started.server.close();
      expect(started.server.server.listening).toBe(false);
      await waitUntilClosed(socket);
    }
  });
});
