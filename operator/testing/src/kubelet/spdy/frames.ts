import { OperatorError } from '@kubewright/runtime/internal/base';

/** Kinds of control frames (SPDY/3.1 draft, 2.6). */
export const controls = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
} as const;

/** One frame in its encoded order. */
export type Frame =
  | { readonly kind: 'data'; readonly stream: number; readonly isLast: boolean; readonly payload: Buffer }
  | { readonly kind: 'control'; readonly type: number; readonly isLast: boolean; readonly payload: Buffer };

const version = 3;
const headBytes = 8;
const lastFlag = 0x01;
const controlBit = 0x80;

/** The limit of Go's implementation, which is the client. */
const longestPayload = (1 << 24) - 1;

export function dataFrame(stream: number, payload: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(stream);
  writeLength(head, payload, isLast);
  return Buffer.concat([head, payload]);
}

export function controlFrame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE((controlBit << 8) | version);
  head.writeUInt16BE(type, 2);
  writeLength(head, payload, false);
  return Buffer.concat([head, payload]);
}

/** Numbers of a control frame that has nothing else. */
export function words(...values: number[]): Buffer {
  const payload = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => payload.writeUInt32BE(value, i * 4));
  return payload;
}

function writeLength(head: Buffer, { length }: Buffer, isLast: boolean): void {
  if (length > longestPayload)
    throw new OperatorError('CLUSTER_FAILED', `send a frame of ${String(length)} bytes`, { hint: 'send several' });
  head.writeUInt32BE(length, 4);
  head.writeUInt8(isLast ? lastFlag : 0, 4);
}

/** Cuts what arrives into frames. */
export async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let size = sizeOf(rest); rest.length >= size; size = sizeOf(rest)) {
      yield frameOf(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  }
}

/** The size of the first frame; more than the available bytes if its head is incomplete. */
function sizeOf(bytes: Buffer): number {
  return bytes.length < headBytes ? headBytes : headBytes + bytes.readUIntBE(5, 3);
}

function frameOf(bytes: Buffer): Frame {
  const isLast = (bytes.readUInt8(4) & lastFlag) !== 0;
  const payload = bytes.subarray(headBytes);
  if ((bytes.readUInt8(0) & controlBit) !== 0) return { kind: 'control', type: bytes.readUInt16BE(2), isLast, payload };
  return { kind: 'data', stream: bytes.readUInt32BE(0), isLast, payload };
}
