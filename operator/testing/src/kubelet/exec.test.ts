import { type Duplex, duplexPair, PassThrough } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { serveExec } from './exec.ts';
import type { ExecOptions, ExecProcess } from './kubelet-host.ts';
import { controlFrame, controls, type Frame, framesOf, words } from './spdy/frames.ts';
import { HeaderWriter } from './spdy/header-block.ts';

const options: ExecOptions = { command: ['id'], stdin: false, stdout: true, stderr: false, tty: false };
let client: Duplex;
let frames: AsyncGenerator<Frame, void, void>;
let headers: HeaderWriter;
let served: Promise<void>;
let started = 0;

async function process(): Promise<ExecProcess> {
  started += 1;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdout.end('uid=0');
  stderr.end();
  return { stdin, stdout, stderr, exitCode: Promise.resolve(0), resize: () => undefined };
}

beforeEach(() => {
  const [one, socket] = duplexPair();
  client = one;
  frames = framesOf(client);
  headers = new HeaderWriter();
  started = 0;
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  served = serveExec(socket, process, { options, signal: gone.signal });
});
afterEach(async () => {
  client.destroy();
  await served;
});

async function opened(id: number, streamtype: string): Promise<void> {
  const block = await headers.write(new Map([['streamtype', streamtype]]));
  client.write(controlFrame(controls.synStream, Buffer.concat([words(id, 0), Buffer.alloc(2), block])));
  const { value } = await frames.next();
  expect(value).toMatchObject({ type: controls.synReply });
}

test('a command is started once all of its streams are open, and its output and exit code are sent', async () => {
  await opened(1, 'error');
  expect(started).toBe(0);
  await opened(3, 'stdout');
  const said = new Map<number, string>();
  for await (const frame of frames) {
    if (frame.kind === 'data') said.set(frame.stream, (said.get(frame.stream) ?? '') + frame.payload.toString());
    if (said.size === 2) break;
  }
  expect([said.get(3), said.get(1)]).toEqual(['uid=0', '{"metadata":{},"status":"Success"}']);
  expect(started).toBe(1);
});

test('no command is started for a client that half-closes the connection before all streams are there', async () => {
  await opened(1, 'error');
  client.end();
  await served;
  expect(started).toBe(0);
});

test('no command is started for a client that resets the connection before all streams are there', async () => {
  await opened(1, 'error');
  client.destroy();
  await served;
  expect(started).toBe(0);
});
