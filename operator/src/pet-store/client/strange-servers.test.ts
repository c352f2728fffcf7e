import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type Authority, createAuthority } from '../../../testing/src/control-plane/pki/authority.ts';
import { startPetStore } from '../start-pet-store.ts';
import { connectPetStore, type PetStore } from './index.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;
const soon = { deadlineMs: 10_000 };
const timedOut = 'the operation timed out';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function listening(server: Server): Promise<number> {
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

function clientOf(port: number): PetStore {
  const client = connectPetStore({ address: `127.0.0.1:${port}` });
  open.push(() => client.close());
  return client;
}

/** A server of HTTP/2 that answers each request as `answer` does. */
async function http2(answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void): Promise<PetStore> {
  const server = createHttp2Server().on('stream', (stream, headers) => {
    stream.on('error', () => undefined).resume();
    answer(stream, headers);
  });
  return clientOf(await listening(server));
}

const grpc = { ':status': 200, 'content-type': 'application/grpc' };

/** A message of gRPC, then the trailers. */
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

describe('a client finds', () => {
  it('garbage where a message cannot be read', async () => {
    const client = await http2((stream) => answerWith(stream, Buffer.from('ffffff', 'hex')));
    await expect(client.add([thor], soon)).rejects.toMatchObject(isGarbage);
    await expect(client.search({}, soon)).rejects.toMatchObject(isGarbage);
  });

  it('garbage where a message is larger than any pet', async () => {
    const client = await http2((stream) => {
      stream.respond(grpc);
      stream.end(Buffer.from('007fffffff', 'hex'));
    });
    await expect(client.search({}, soon)).rejects.toMatchObject(isGarbage);
  });

  it('garbage where an answer has no message', async () => {
    const client = await http2((stream) => {
      stream.respond({ ...grpc, 'grpc-status': '0' }, { endStream: true });
    });
    await expect(client.add([thor], soon)).rejects.toMatchObject(isGarbage);
  });

  it('garbage where a web page is', async () => {
    const page = await http2((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.end('<h1>Pets</h1>');
    });
    await expect(page.search({}, soon)).rejects.toMatchObject(isGarbage);
    const nothing = await http2((stream) => stream.respond({ ':status': 404 }, { endStream: true }));
    await expect(nothing.add([thor], soon)).rejects.toMatchObject(isGarbage);
  });

  it('a store of somebody else that has another service', async () => {
    const client = await http2((stream) => {
      stream.respond({ ...grpc, 'grpc-status': '12', 'grpc-message': 'unknown service' }, { endStream: true });
    });
    await expect(client.search({}, soon)).rejects.toMatchObject({
      ...isGarbage,
      message: expect.stringContaining('it is no pet store') as string,
    });
  });

  it('no end in a stream that just ends: it is not a short answer', async () => {
    const client = await http2((stream) => {
      stream.respond(grpc);
      stream.end();
    });
    await expect(client.search({}, soon)).rejects.toMatchObject(isUnavailable);
  });

  it('no answer where a gateway says that there is none', async () => {
    const client = await http2((stream) => stream.respond({ ':status': 503 }, { endStream: true }));
    await expect(client.search({}, soon)).rejects.toMatchObject(isUnavailable);
  });

  // id: client-waits-for-a-closed-stream
  it('no answer at once where the stream is closed, for whatever reason', async () => {
    const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_ENHANCE_YOUR_CALM } = constants;
    for (const code of [NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_ENHANCE_YOUR_CALM]) {
      const client = await http2((stream) => stream.close(code));
      await expect(client.add([thor], soon)).rejects.toMatchObject(isUnavailable);
      await expect(client.add([thor], soon)).rejects.not.toMatchObject({ cause: { rawMessage: timedOut } });
    }
  });

  it('no answer in what is not HTTP/2', async () => {
    const web = clientOf(await listening(createWebServer((_, response) => response.end('hello'))));
    await expect(web.search({}, soon)).rejects.toMatchObject(isUnavailable);
    const babble = clientOf(await listening(createServer((socket) => socket.end('220 mail.example.com\r\n'))));
    await expect(babble.search({}, soon)).rejects.toMatchObject(isUnavailable);
  });

  it('a name that nobody has', async () => {
    await using client = connectPetStore({ address: 'nobody.invalid:6742' });
    await expect(client.search({}, soon)).rejects.toMatchObject(isUnavailable);
  });

  // id: client-loses-refused-requests
  it('what a request refused by a connection that closes leads to: one more try, and no third one', async () => {
    let requests = 0;
    const refusing = await http2((stream) => {
      requests += 1;
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    await expect(refusing.add([thor], soon)).rejects.toMatchObject(isUnavailable);
    expect(requests).toBe(2);
  });
});

describe('a client with TLS', () => {
  let authority: Authority;
  beforeAll(async () => {
    authority = await createAuthority('pets');
  });
  const issue = (usage: 'server' | 'client') =>
    authority.issue({
      commonName: 'pets',
      usages: [usage],
      hosts: [
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'pets.example.com' },
      ],
    });

  it('trusts the authority that it is given, and no other', async () => {
    const { certificate: cert, key } = await issue('server');
    await using store = await startPetStore({ address: '127.0.0.1:0', tls: { cert, key } });
    const { address } = store;
    await using client = connectPetStore({ address, tls: { ca: authority.certificate } });
    expect(await client.add([thor])).toHaveLength(1);
    await using named = connectPetStore({
      address,
      tls: { ca: authority.certificate, serverName: 'pets.example.com' },
    });
    expect(await named.search()).toHaveLength(1);
    await using misnamed = connectPetStore({
      address,
      tls: { ca: authority.certificate, serverName: 'cats.example.com' },
    });
    await expect(misnamed.search()).rejects.toMatchObject(isUnavailable);
    await using trusting = connectPetStore({ address, tls: true });
    await expect(trusting.search()).rejects.toMatchObject(isUnavailable);
    await using plain = connectPetStore({ address });
    await expect(plain.search()).rejects.toMatchObject(isUnavailable);
  });

  it('shows its own certificate to a store that asks for one', async () => {
    const [server, mine] = [await issue('server'), await issue('client')];
    const tls = { cert: server.certificate, key: server.key, clientCa: authority.certificate };
    await using store = await startPetStore({ address: '127.0.0.1:0', tls });
    const ca = authority.certificate;
    await using known = connectPetStore({ address: store.address, tls: { ca, cert: mine.certificate, key: mine.key } });
    expect(await known.search()).toEqual([]);
    await using unknown = connectPetStore({ address: store.address, tls: { ca } });
    await expect(unknown.search()).rejects.toMatchObject(isUnavailable);
  });

  it('gives up a connection that does not come about, and makes another one with the next call', async () => {
    const { certificate: cert, key } = await issue('server');
    let connections = 0;
    // It takes connections and never says a word, as a firewall may.
    const wall = createServer(() => (connections += 1));
    const port = await listening(wall);
    const tls = { ca: authority.certificate };
    await using client = connectPetStore({ address: `127.0.0.1:${port}`, tls });
    // Later than the connection is given up, however slow the machine is.
    await expect(client.search({}, { deadlineMs: 60_000 })).rejects.toMatchObject({
      ...isUnavailable,
      cause: { rawMessage: 'no connection in time' },
    });
    wall.close();
    await using _store = await startPetStore({ address: `127.0.0.1:${port}`, tls: { cert, key } });
    expect(await client.search()).toEqual([]);
    expect(connections).toBe(1);
  });
});
