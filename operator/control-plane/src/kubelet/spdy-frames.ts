import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { dictionary } from './spdy-dictionary.ts';

/** Types of control frames (SPDY/3.1 draft, 2.6). */
export const controls = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, headers: 8 } as const;

/** A frame; `type` is `undefined` for data. */
export interface Frame {
  readonly type: number | undefined;
  readonly stream: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

const headBytes = 8;
const controlBit = 0x8000;
const version = 3;
/** Limits a decompressed header block to more than kubectl ever sends; a longer one is rejected. */
const compression = { highWaterMark: 64 * 1024, dictionary } as const;

export function encodeDataFrame(stream: number, payload: Buffer, isLast: boolean): Buffer {
  return Buffer.concat([encodeWords(stream, (isLast ? 1 << 24 : 0) + payload.length), payload]);
}

export function encodeControlFrame(type: number, payload: Buffer): Buffer {
  return Buffer.concat([encodeWords(((controlBit | version) << 16) + type, payload.length), payload]);
}

/** Encodes numbers as 32-bit big-endian words. */
export function encodeWords(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value >>> 0, i * 4));
  return bytes;
}

export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let size = getFrameSize(rest); rest.length >= size; size = getFrameSize(rest)) {
      const isControl = (rest.readUInt16BE(0) & controlBit) !== 0;
      const head = { type: isControl ? rest.readUInt16BE(2) : undefined, stream: isControl ? 0 : rest.readUInt32BE(0) };
      yield { ...head, isLast: (rest.readUInt8(4) & 1) !== 0, payload: rest.subarray(headBytes, size) };
      rest = rest.subarray(size);
    }
  }
}

/** The size of the first frame in bytes; more than are available if its head is incomplete. */
function getFrameSize(bytes: Buffer): number {
  return bytes.length < headBytes ? headBytes : headBytes + bytes.readUIntBE(5, 3);
}

/** Reads and writes the header blocks of one connection, which share a compression context. */
export class HeaderBlocks implements Disposable {
  readonly #inflate: Inflate = createInflate({ ...compression });
  readonly #deflate: Deflate = createDeflate({ ...compression });

  /** Decompresses a block of headers; names are in lower case. */
  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    const text = await pipeThrough(this.#inflate, (done) => this.#inflate.write(block, done));
    const headers = new Map<string, string>();
    let at = 0;
    const number = (): number => text.readUInt32BE((at += 4) - 4);
    const string = (): string => {
      const end = number() + at;
      if (end > text.length) throw buildSpdyError('a header is truncated');
      return text.toString('utf8', at, (at = end));
    };
    for (let left = number(); left > 0; left--) headers.set(string().toLowerCase(), string());
    return headers;
  }

  async write(headers: ReadonlyMap<string, string>): Promise<Buffer> {
    const texts = [...headers].flat().flatMap((text) => [encodeWords(Buffer.byteLength(text)), Buffer.from(text)]);
    return pipeThrough(this.#deflate, (done) => {
      this.#deflate.write(Buffer.concat([encodeWords(headers.size), ...texts]));
      this.#deflate.flush(constants.Z_SYNC_FLUSH, () => done());
    });
  }

  [Symbol.dispose](): void {
    this.#inflate.destroy();
    this.#deflate.destroy();
  }
}

/** Writes input to a compression stream and returns its output. Throws: for invalid input. */
function pipeThrough(through: Inflate | Deflate, put: (done: (error?: Error | null) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    through.once('error', reject);
    put((error) => {
      through.off('error', reject);
      if (error) reject(error);
      else resolve((through.read() as Buffer | null) ?? Buffer.alloc(0));
    });
  });
}

export function buildSpdyError(hint: string): OperatorError {
  return new OperatorError('CLUSTER_FAILED', 'speak SPDY with kubectl', { hint });
}
