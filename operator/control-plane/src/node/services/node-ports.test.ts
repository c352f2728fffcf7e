import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, expect, test } from 'vitest';

import { freePort } from '../../sockets.ts';
import { openForwarder } from './node-ports.ts';

const host = '127.0.0.1';
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serving(onConnection: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server: Server = createServer({ allowHalfOpen: true }, onConnection).listen(0, host);
  open.push(() => server.close());
  await once(server, 'listening');
  return { host, port: (server.address() as AddressInfo).port };
}
const greeting = (name: string) => (socket: Socket) => void socket.resume().end(name);

async function forwarding(next: () => { host: string; port: number } | undefined): ReturnType<typeof openForwarder> {
  const forwarder = await openForwarder({ host, port: 0 }, next);
  open.push(() => forwarder[Symbol.asyncDispose]());
  return forwarder;
}

test('each connection goes to the current endpoint', async () => {
  const endpoints = [await serving(greeting('a')), await serving(greeting('b'))];
  let count = 0;
  const { at } = await forwarding(() => endpoints[count++ % 2]);
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await text(connect(at)));
  expect(answers).toEqual(['a', 'b', 'a']);
});

test('without an endpoint the connection is reset', async () => {
  const { at } = await forwarding(() => undefined);
  await expect(text(connect(at))).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('an endpoint that rejects a connection resets it', async () => {
  const port = await freePort(host);
  const { at } = await forwarding(() => ({ host, port }));
  await expect(text(connect(at))).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('closing resets open connections and frees the port', async () => {
  const endpoint = await serving((socket) => void socket.on('error', () => undefined).write('hello'));
  const forwarder = await forwarding(() => endpoint);
  const client = connect(forwarder.at);
  await once(client, 'data');
  await forwarder[Symbol.asyncDispose]();
  await once(client, 'close');
  await expect(text(connect(forwarder.at))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  open.pop();
});

test('a port that is in use is rejected', async () => {
  const taken = await serving(greeting('a'));
  await expect(openForwarder(taken, () => undefined)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
