import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Sessions } from './sessions.ts';

/** A server in another thread, which answers while this thread is blocked. */
const serverElsewhere = `
  const server = require('node:http2').createServer().listen(0, '127.0.0.1', () => {
    require('node:worker_threads').parentPort.postMessage(server.address().port);
  });
`;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Drops all data between the client and the server; neither side gets an error. */
let cut: () => void;
let connections: number;
let sessions: Sessions;
beforeEach(async () => {
  const server = createHttp2Server((request, response) => {
    if (request.url === '/quick') response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  connections = 0;
  const wire = createServer((socket) => {
    connections += 1;
    const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
    for (const each of [socket, far]) sockets.push(each.on('error', () => undefined));
    socket.pipe(far).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  cut = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  sessions = new Sessions(
    { address: `127.0.0.1:${(wire.address() as AddressInfo).port}` },
    { connectMs: 500, askAfterMs: 100, answerMs: 100 },
  );
  open.push(() => {
    sessions.close();
    for (const socket of sockets) socket.destroy();
    wire.close();
    server.close();
  });
});

async function quick(): Promise<void> {
  const stream = await sessions.request('POST', '/quick', {});
  await once(stream.end().resume(), 'close');
}

describe('the sessions of a channel', () => {
  it('use one connection while it works', async () => {
    await Promise.all([quick(), quick()]);
    await quick();
    expect(connections).toBe(1);
  });

  // id: client-waits-for-a-dead-connection
  it('end a call when the server does not answer a ping', async () => {
    const stream = await sessions.request('POST', '/never', {});
    cut();
    const [error] = (await once(stream, 'error').catch((failure: unknown) => [failure])) as [Error];
    expect(error.message).toContain('no sign of life');
    await quick();
    expect(connections).toBe(2);
  });

  it('do not end a call that waits for a response while the server answers pings', async () => {
    const stream = await sessions.request('POST', '/never', {});
    await expect(once(stream, 'error', { signal: AbortSignal.timeout(700) })).rejects.toThrow('aborted');
    stream.close();
    expect(connections).toBe(1);
  });

  // id: client-trusts-a-dead-connection
  it('ping an idle connection before the next call, and replace it if it is dead', async () => {
    await quick();
    cut();
    const silentSince = performance.now();
    await expect.poll(() => performance.now() - silentSince).toBeGreaterThan(150);
    await quick();
    expect(connections).toBe(2);
  });

  it('use a response that arrived while the process was busy for longer than the timeout', async () => {
    const elsewhere = new Worker(serverElsewhere, { eval: true });
    open.push(() => elsewhere.terminate());
    const [port] = (await once(elsewhere, 'message')) as [number];
    sessions = new Sessions({ address: `127.0.0.1:${port}` }, { connectMs: 200, askAfterMs: 50, answerMs: 100 });
    open.push(() => sessions.close());
    const asked = sessions.request('POST', '/', {});
    await new Promise(setImmediate);
    // Blocks the thread: meanwhile it reads no data, and its timers are late.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    (await asked).close();
  });

  it('open no connection after they are closed', async () => {
    await quick();
    sessions.close();
    await expect(quick()).rejects.toThrow('the connection was closed');
  });
});
