import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { SpdyConnection, type SpdyStream } from './spdy.ts';
import { dictionary } from './spdy-dictionary.ts';
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
let socket: Duplex;
let frames: AsyncGenerator<Frame, void, void>;
let headers: HeaderBlocks;
let served: Promise<void>;
const streams: SpdyStream[] = [];

beforeEach(() => {
  [client, socket] = duplexPair();
  frames = readFrames(client);
  headers = new HeaderBlocks();
  streams.length = 0;
  served = new SpdyConnection(socket, (stream) => streams.push(stream)).serve();
});
afterEach(async () => {
  client.destroy();
  await served;
});

async function open(id: number, values: Record<string, string>): Promise<SpdyStream> {
  const block = await headers.write(new Map(Object.entries(values)));
  client.write(encodeControlFrame(controls.synStream, Buffer.concat([encodeWords(id, 0), Buffer.alloc(2), block])));
  expect(await next()).toMatchObject({ type: controls.synReply });
  return streams.at(-1) ?? expect.fail('no stream');
}
async function next(): Promise<Frame> {
  const { value } = await frames.next();
  return value ?? expect.fail('the connection has ended');
}

test('the dictionary is the one of the draft', () => {
  const digest = createHash('sha256').update(dictionary).digest('hex');
  expect(digest).toBe('51d27341373f923f3cd88e1eb7162aeaa3723d7585ff2399201dc06498407f02');
});

test('header blocks are read in order', async () => {
  using reader = new HeaderBlocks();
  for (const value of ['one', 'two', 'ünï', 'x'.repeat(9000)]) {
    const block = await headers.write(new Map([['streamtype', value]]));
    expect(Object.fromEntries(await reader.read(block))).toEqual({ streamtype: value });
  }
});

test('a stream transfers data both ways, until both sides have ended', async () => {
  const stream = await open(1, { streamtype: 'data', port: '80' });
  expect(Object.fromEntries(stream.headers)).toEqual({ streamtype: 'data', port: '80' });
  const frame = encodeDataFrame(1, Buffer.from('hello'), false);
  for (const byte of frame) client.write(Buffer.from([byte]));
  client.write(encodeDataFrame(1, Buffer.from(' world'), true));
  expect(await text(stream)).toBe('hello world');
  stream.end('bye');
  expect(await next()).toMatchObject({ type: undefined, stream: 1, payload: Buffer.from('bye'), isLast: false });
  expect(await next()).toMatchObject({ type: undefined, stream: 1, isLast: true });
});

test('streams are independent of each other', async () => {
  const [one, two] = [await open(1, { name: 'one' }), await open(3, { name: 'two' })];
  client.write(encodeDataFrame(3, Buffer.from('two'), true));
  client.write(encodeDataFrame(1, Buffer.from('one'), true));
  expect(await Promise.all([text(one), text(two)])).toEqual(['one', 'two']);
});

test('a ping is answered with the same frame', async () => {
  client.write(encodeControlFrame(controls.ping, encodeWords(7)));
  expect(await next()).toMatchObject({ type: controls.ping, payload: encodeWords(7) });
});

test('a destroyed stream is reset, and a stream that the client resets is destroyed', async () => {
  const one = await open(1, {});
  one.destroy();
  expect(await next()).toMatchObject({ type: controls.rstStream, payload: encodeWords(1, 5) });
  const two = await open(3, {});
  client.write(encodeControlFrame(controls.rstStream, encodeWords(3, 5)));
  await once(two, 'close');
});

test.each([
  ['no SPDY', Buffer.from('GET / HTTP/1.1\r\n\r\nand much more than one head of a frame would be long')],
  [
    'headers that are none',
    encodeControlFrame(controls.synStream, Buffer.concat([encodeWords(5, 0), Buffer.from('nonsense')])),
  ],
  ['a stream a second time', undefined],
])('%s ends the connection, and every stream with it', async (_, bytes) => {
  const stream = await open(1, {});
  const closed = once(stream, 'close');
  const again = await headers.write(new Map());
  client.write(
    bytes ?? encodeControlFrame(controls.synStream, Buffer.concat([encodeWords(1, 0), Buffer.alloc(2), again])),
  );
  client.end();
  await closed;
  await served;
});

test('the streams of a client end when it disconnects, even unread ones', async () => {
  const stream = await open(1, {});
  client.write(encodeDataFrame(1, Buffer.alloc(1_000_000), false));
  const closed = once(stream, 'close');
  // Destroys the socket later, like a connection whose peer never acknowledges the data.
  setImmediate(() => socket.destroy());
  await closed;
  await served;
});
