import { once } from 'node:events';
import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Server } from 'node:tls';

import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createAuthority } from '../../../control-plane/src/control-plane/pki/authority.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createFixedCredentials } from './credentials/index.ts';
import { createHttpTransport, type HttpTransport } from './http-transport.ts';
import type { ApiRequest } from './transport.ts';

let files: { readonly ca: string; readonly cert: string; readonly key: string };
const open: (() => unknown)[] = [];

beforeAll(async () => {
  const authority = await createAuthority('test');
  const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
  const { certificate: cert, key } = await authority.issue({ commonName: 'api', usages: ['server'], hosts });
  files = { ca: authority.certificate, cert, key };
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function connectTo(
  server: Server,
): Promise<{ transport: HttpTransport; clock: ReturnType<typeof createFakeClock> }> {
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const credentials = createFixedCredentials(`https://127.0.0.1:${String(port)}`, { tls: { ca: files.ca } });
  const clock = createFakeClock();
  const transport = createHttpTransport({ credentials, clock });
  open.push(() => transport.close());
  return { transport, clock };
}

/** An API server that sends one line on each watch. */
async function serve(settings: { readonly maxConcurrentStreams?: number } = {}) {
  const sessions: ServerHttp2Session[] = [];
  const streams: ServerHttp2Stream[] = [];
  const server: Http2SecureServer = createSecureServer({ ...files, settings });
  server.on('session', (session) => sessions.push(session.on('error', () => undefined)));
  server.on('stream', (stream) => {
    streams.push(stream.on('error', () => undefined));
    stream.respond({ ':status': 200 });
    stream.write('{"n":1}\n');
  });
  return { ...(await connectTo(server)), sessions, streams };
}

const watch: ApiRequest = { method: 'GET', path: '/', query: { watch: true }, sharesConnection: true };

/** Opens a watch and reads its first line. */
async function openWatch(transport: HttpTransport, signal?: AbortSignal): Promise<AsyncIterator<string>> {
  const { lines } = await transport.stream({ ...watch, ...(signal && { signal }) });
  const iterator = lines[Symbol.asyncIterator]();
  expect(await iterator.next()).toEqual({ done: false, value: '{"n":1}' });
  return iterator;
}

/** Whether a watch has ended, with or without an error: the runtime resumes it in both cases. */
const hasEnded = (lines: AsyncIterator<string>): Promise<boolean> =>
  lines.next().then(
    ({ done }) => done === true,
    () => true,
  );

const openWatches = (transport: HttpTransport, count: number) =>
  Promise.all(Array.from({ length: count }, () => openWatch(transport)));

describe('watches that share connections', () => {
  it('take one for each hundred of them, or for as many as the server allows', async () => {
    const { transport, sessions } = await serve();
    expect(transport.isMultiplexed).toBe(false);
    await openWatches(transport, 250);
    expect([sessions.length, transport.isMultiplexed]).toEqual([3, true]);
    const strict = await serve({ maxConcurrentStreams: 10 });
    await openWatches(strict.transport, 1);
    await openWatches(strict.transport, 24);
    expect(strict.sessions).toHaveLength(3);
  });

  it('take one each from a server that does not speak HTTP/2', async () => {
    let connections = 0;
    const server = createTlsServer(files, (_, response) => response.write('{"n":1}\n'));
    server.on('secureConnection', () => (connections += 1));
    const { transport } = await connectTo(server);
    await openWatches(transport, 3);
    expect([connections, transport.isMultiplexed]).toEqual([3, false]);
  });

  it('end alone', async () => {
    const { transport, sessions, streams } = await serve();
    const end = new AbortController();
    const ended = openWatch(transport, end.signal);
    const other = await openWatch(transport);
    const failed = expect((await ended).next()).rejects.toThrow('done');
    end.abort(new Error('done'));
    await failed;
    streams[1]?.write('{"n":2}\n');
    expect(await other.next()).toEqual({ done: false, value: '{"n":2}' });
    expect(sessions).toHaveLength(1);
  });

  it('end if the server retires their connection, and later ones use another', async () => {
    const { transport, sessions } = await serve();
    const first = await openWatch(transport);
    // Go's servers send this GOAWAY first: all present streams may finish.
    sessions[0]?.goaway(0, 2 ** 31 - 1);
    expect(await hasEnded(first)).toBe(true);
    await openWatches(transport, 2);
    expect(sessions).toHaveLength(2);
  });

  it('end if the connection breaks, and later ones use another', async () => {
    const { transport, sessions } = await serve();
    const first = await openWatch(transport);
    sessions[0]?.destroy();
    expect(await hasEnded(first)).toBe(true);
    await openWatch(transport);
    expect(sessions).toHaveLength(2);
  });

  it('end within a minute on a connection that receives nothing', async () => {
    const { transport, clock, streams } = await serve();
    const first = await openWatch(transport);
    await clock.advance(30_000);
    streams[0]?.write('{"n":2}\n');
    expect(await first.next()).toEqual({ done: false, value: '{"n":2}' });
    await clock.advance(30_000);
    const ended = hasEnded(first);
    await clock.advance(30_000);
    expect(await ended).toBe(true);
  });

  it('leave no timer behind when the transport closes', async () => {
    const { transport, clock } = await serve();
    const first = await openWatch(transport);
    const ended = hasEnded(first);
    await transport.close();
    expect(await ended).toBe(true);
    await expect.poll(() => clock.timers).toBe(0);
  });
});
