import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { servePortForward } from './port-forward.ts';
import {
  encodeControlFrame,
  controls,
  encodeDataFrame,
  type Frame,
  readFrames,
  HeaderBlocks,
  encodeWords,
} from './spdy-frames.ts';

let client: Duplex;
let frames: AsyncGenerator<Frame, void, void>;
let headers: HeaderBlocks;
let served: Promise<void>;
let server: Server;
const accepted: Socket[] = [];
let rejection: Error | undefined;

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  let socket: Duplex;
  [client, socket] = duplexPair();
  frames = readFrames(client);
  headers = new HeaderBlocks();
  accepted.length = 0;
  rejection = undefined;
  const dial = async (): Promise<Socket> => {
    if (rejection !== undefined) throw rejection;
    const to = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(to, 'connect');
    return to;
  };
  const gone = new AbortController();
  served = servePortForward(socket, dial, { pod: 'web', signal: gone.signal }).finally(() => gone.abort());
});
afterEach(async () => {
  client.destroy();
  await served;
  for (const socket of accepted) socket.destroy();
  server.close();
});

async function next(): Promise<Frame> {
  const { value } = await frames.next();
  return value ?? expect.fail('the connection has ended');
}
/** Opens the two streams of a forwarded connection: `id` for errors, `id + 2` for data. */
async function forward(id: number): Promise<void> {
  for (const [stream, streamtype] of [
    [id, 'error'],
    [id + 2, 'data'],
  ] as const) {
    const block = await headers.write(new Map(Object.entries({ streamtype, port: '80', requestid: String(id) })));
    client.write(
      encodeControlFrame(controls.synStream, Buffer.concat([encodeWords(stream, 0), Buffer.alloc(2), block])),
    );
    expect(await next()).toMatchObject({ type: controls.synReply });
  }
  client.write(encodeDataFrame(id, Buffer.alloc(0), true));
}
async function rest(stream: number): Promise<string> {
  for (let text = ''; ;) {
    const frame = await next();
    if (frame.type !== undefined || frame.stream !== stream) continue;
    text += frame.payload.toString();
    if (frame.isLast) return text;
  }
}

test('a port without a listener is reported on the error stream, in the words of the kubelet', async () => {
  rejection = new Error('connect ECONNREFUSED 127.0.0.1:80');
  await forward(1);
  expect(await rest(1)).toBe('error forwarding port 80 to pod web: connect ECONNREFUSED 127.0.0.1:80');
});

test('forwarded connections end with the client', async () => {
  await forward(1);
  await expect.poll(() => accepted.length).toBe(1);
  client.destroy();
  await served;
  await expect.poll(() => accepted[0]?.destroyed).toBe(true);
});
