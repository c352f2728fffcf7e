import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { status } from '@grpc/grpc-js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createAuthority } from '../../../control-plane/src/control-plane/pki/authority.ts';
import type { Authority, Host } from '../../../runtime/src/certificates/authority.ts';
import { startPetStore } from '../start-pet-store.ts';
import { connectPetStore, type PetStore } from './index.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function startListening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function connectClient(port: number, deadlineMs = 10_000): PetStore {
  const client = connectPetStore({ address: `127.0.0.1:${port}`, deadlineMs });
  open.push(() => client.close());
  return client;
}

/** Starts an HTTP/2 server that calls `answer` for each request, and a client of it. */
async function startHttp2(
  answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
): Promise<PetStore> {
  const server = createHttp2Server().on('stream', (stream, headers) => {
    stream.on('error', () => undefined).resume();
    answer(stream, headers);
  });
  return connectClient(await startListening(server));
}

const grpc = { ':status': 200, 'content-type': 'application/grpc' };

/** Sends one gRPC message, and then the trailers. */
function answerWith(
  stream: ServerHttp2Stream,
  message: Buffer,
  trailers: Record<string, string> = { 'grpc-status': '0' },
): void {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.respond(grpc, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(Buffer.concat([head, message]));
}

const isGarbage = { name: 'PetStoreError', reason: 'Garbage' };
const isUnavailable = { name: 'PetStoreError', reason: 'Unavailable', message: 'the pet store does not answer' };

describe('a client rejects', () => {
  it('with Garbage when a message cannot be parsed', async () => {
    const client = await startHttp2((stream) => answerWith(stream, Buffer.from('ffffff', 'hex')));
    await expect(client.add([thor])).rejects.toMatchObject(isGarbage);
    await expect(client.search()).rejects.toMatchObject(isGarbage);
  });

  it('with Garbage when a message exceeds the size limit', async () => {
    const client = await startHttp2((stream) => {
      stream.respond(grpc);
      stream.end(Buffer.from('007fffffff', 'hex'));
    });
    await expect(client.search()).rejects.toMatchObject(isGarbage);
  });

  it('with Garbage when a response has no message', async () => {
    const client = await startHttp2((stream) => {
      stream.respond({ ...grpc, 'grpc-status': '0' }, { endStream: true });
    });
    await expect(client.add([thor])).rejects.toMatchObject(isGarbage);
  });

  it('with Garbage when the response is a web page', async () => {
    const page = await startHttp2((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.end('<h1>Pets</h1>');
    });
    await expect(page.search()).rejects.toMatchObject(isGarbage);
    const nothing = await startHttp2((stream) => stream.respond({ ':status': 404 }, { endStream: true }));
    await expect(nothing.add([thor])).rejects.toMatchObject(isGarbage);
  });

  it('with Garbage when the server does not have the service', async () => {
    const client = await startHttp2((stream) => {
      stream.respond({ ...grpc, 'grpc-status': '12', 'grpc-message': 'unknown service' }, { endStream: true });
    });
    await expect(client.search()).rejects.toMatchObject({
      ...isGarbage,
      message: expect.stringContaining('the server is not a pet store') as string,
    });
  });

  it('with Unavailable when a stream ends without trailers', async () => {
    const client = await startHttp2((stream) => {
      stream.respond(grpc);
      stream.end();
    });
    await expect(client.search()).rejects.toMatchObject(isUnavailable);
  });

  it('with Unavailable when a gateway answers 503', async () => {
    const client = await startHttp2((stream) => stream.respond({ ':status': 503 }, { endStream: true }));
    await expect(client.search()).rejects.toMatchObject(isUnavailable);
  });

  it('with Unavailable at once, not at the deadline, when the stream is closed with any code', async () => {
    const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_ENHANCE_YOUR_CALM } = constants;
    for (const code of [NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_ENHANCE_YOUR_CALM]) {
      const client = await startHttp2((stream) => stream.close(code));
      await expect(client.add([thor])).rejects.toMatchObject(isUnavailable);
      await expect(client.add([thor])).rejects.not.toMatchObject({ cause: { code: status.DEADLINE_EXCEEDED } });
    }
  });

  it('with Unavailable when the server does not speak HTTP/2', async () => {
    const web = connectClient(await startListening(createWebServer((_, response) => response.end('hello'))));
    await expect(web.search()).rejects.toMatchObject(isUnavailable);
    const babble = connectClient(
      await startListening(createServer((socket) => socket.end('220 mail.example.com\r\n'))),
    );
    await expect(babble.search()).rejects.toMatchObject(isUnavailable);
  });

  it('with Unavailable when the name does not resolve', async () => {
    await using client = connectPetStore({ address: 'missing.invalid:6742' });
    await expect(client.search()).rejects.toMatchObject(isUnavailable);
  });

  it('only an aborted call while its connection opens, and no other call', async () => {
    const opening: Socket[] = [];
    const gate = createServer((socket) => opening.push(socket));
    const client = connectClient(await startListening(gate), 2000);
    const controller = new AbortController();
    const aborted = client.search({}, { signal: controller.signal });
    const other = client.search();
    await expect.poll(() => opening).toHaveLength(1);
    controller.abort('enough');
    await expect(aborted).rejects.toBe('enough');
    await expect(other).rejects.toMatchObject({ ...isUnavailable, cause: { code: status.DEADLINE_EXCEEDED } });
  });

  it('with Unavailable after one retry when the server rejects the stream', async () => {
    let requests = 0;
    const refusing = await startHttp2((stream) => {
      requests += 1;
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    await expect(refusing.add([thor])).rejects.toMatchObject(isUnavailable);
    expect(requests).toBe(2);
  });
});

it('a call ends before its deadline if the server gives no sign of life', async () => {
  const server = createHttp2Server().on('stream', (stream) => stream.on('error', () => undefined));
  const port = await startListening(server);
  const arrived = once(server, 'stream');
  const sockets: Socket[] = [];
  const wire = createServer((socket) => {
    const far = connect(port, '127.0.0.1');
    for (const each of [socket, far]) sockets.push(each.on('error', () => undefined));
    socket.pipe(far).pipe(socket);
  });
  const client = connectClient(await startListening(wire));
  const cause = { code: status.UNAVAILABLE };
  const asked = expect(client.search()).rejects.toMatchObject({ ...isUnavailable, cause });
  await arrived;
  // Data stops in both directions, without an error on either side.
  for (const socket of sockets) socket.unpipe().pause();
  await asked;
}, 60_000);

describe('a client with TLS', () => {
  let authority: Authority;
  beforeAll(async () => {
    authority = await createAuthority('pets');
  });
  const issue = (host: Host) => authority.issue({ commonName: 'pets', usages: ['server'], hosts: [host] });
  const here: Host = { type: 'ip', value: '127.0.0.1' };

  it('trusts only the given certificate authority', async () => {
    const { certificate: cert, key } = await issue(here);
    await using store = await startPetStore({ address: '127.0.0.1:0', tls: { cert, key } });
    const { address } = store;
    await using client = connectPetStore({ address, tls: { ca: authority.certificate } });
    expect(await client.add([thor])).toHaveLength(1);
    const other = await issue({ type: 'dns', value: 'cats.example.com' });
    await using misnamed = await startPetStore({
      address: '127.0.0.1:0',
      tls: { cert: other.certificate, key: other.key },
    });
    await using deceived = connectPetStore({ address: misnamed.address, tls: { ca: authority.certificate } });
    await expect(deceived.search()).rejects.toMatchObject(isUnavailable);
    await using trusting = connectPetStore({ address, tls: true });
    await expect(trusting.search()).rejects.toMatchObject(isUnavailable);
    await using plain = connectPetStore({ address });
    await expect(plain.search()).rejects.toMatchObject(isUnavailable);
  });

  it('abandons a connection that does not open, and opens a new one at the next call', async () => {
    const { certificate: cert, key } = await issue(here);
    let connections = 0;
    // Accepts connections but never sends data, like some firewalls.
    const wall = createServer(() => (connections += 1));
    const port = await startListening(wall);
    const tls = { ca: authority.certificate };
    await using client = connectPetStore({ address: `127.0.0.1:${port}`, tls, deadlineMs: 2000 });
    await expect(client.search()).rejects.toMatchObject(isUnavailable);
    wall.close();
    await using _store = await startPetStore({ address: `127.0.0.1:${port}`, tls: { cert, key } });
    expect(await client.search()).toEqual([]);
    expect(connections).toBe(1);
  });
});
