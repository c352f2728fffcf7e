import { Duplex } from 'node:stream';

import {
  buildSpdyError,
  encodeControlFrame,
  controls,
  encodeDataFrame,
  type Frame,
  readFrames,
  HeaderBlocks,
  encodeWords,
} from './spdy-frames.ts';

/** The protocol in the `Upgrade` header. */
export const spdyProtocol = 'SPDY/3.1';

/** The size of the fields before the headers, in bytes: stream id, associated stream id, priority and slot. */
const synStreamHead = 10;
/** The status CANCEL in a frame that resets a stream. */
const cancelled = 5;
const mostStreams = 1024;

/**
 * The server side of a SPDY/3.1 connection, limited to what `kubectl port-forward` uses: the client opens streams,
 * the server has no flow control with windows (as in Go's implementation), and a stream that is not read blocks all
 * others.
 * The only library for Node is unmaintained and requires windows.
 */
export class SpdyConnection {
  readonly #socket: Duplex;
  readonly #onStream: (stream: SpdyStream) => void;
  readonly #streams = new Map<number, SpdyStream>();

  constructor(socket: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#socket = socket;
    this.#onStream = onStream;
  }

  /** Serves until the connection ends, then destroys all open streams. Never rejects. */
  async serve(): Promise<void> {
    using headers = new HeaderBlocks();
    this.#socket.once('close', () => this.#destroyStreams());
    try {
      for await (const frame of readFrames(this.#socket)) await this.#take(frame, headers);
    } catch {
      // A reset connection or invalid SPDY is not an error here: the connection and its streams end.
    } finally {
      this.#destroyStreams();
      this.#socket.destroy();
    }
  }

  #destroyStreams(): void {
    for (const stream of this.#streams.values()) stream.destroy();
  }

  async #take({ type, stream, isLast, payload }: Frame, headers: HeaderBlocks): Promise<void> {
    if (type === undefined) await this.#streams.get(stream)?.arrive(payload, isLast);
    if (type === controls.synStream) {
      const id = payload.readUInt32BE(0);
      const opened = this.#open(id, await headers.read(payload.subarray(synStreamHead)));
      await this.#send(
        encodeControlFrame(controls.synReply, Buffer.concat([encodeWords(id), await headers.write(new Map())])),
      );
      this.#onStream(opened);
      if (isLast) await opened.arrive(Buffer.alloc(0), true);
    }
    // Decompresses every block, because the next one depends on it.
    if (type === controls.headers) await headers.read(payload.subarray(4));
    if (type === controls.rstStream) this.#streams.get(payload.readUInt32BE(0))?.destroy();
    if (type === controls.ping) await this.#send(encodeControlFrame(controls.ping, payload));
  }

  #open(id: number, headers: ReadonlyMap<string, string>): SpdyStream {
    if (this.#streams.size >= mostStreams || this.#streams.has(id))
      throw buildSpdyError('the id of a stream is in use, or too many streams are open');
    const stream = new SpdyStream(headers, {
      send: (data, isLast) => this.#send(encodeDataFrame(id, data, isLast)),
      reset: () =>
        void this.#send(encodeControlFrame(controls.rstStream, encodeWords(id, cancelled))).catch(() => undefined),
      forget: () => this.#streams.delete(id),
    });
    stream.on('error', () => undefined);
    this.#streams.set(id, stream);
    return stream;
  }

  /** Sends a frame; resolves when it is written, so that a sender is not faster than the client reads. */
  #send(frame: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(frame, (error) => (error ? reject(error) : resolve()));
    });
  }
}

interface StreamPort {
  send(payload: Buffer, isLast: boolean): Promise<void>;
  reset(): void;
  forget(): void;
}

/** A stream of a SPDY connection. Each side ends separately; destroying the stream resets it. */
export class SpdyStream extends Duplex {
  readonly headers: ReadonlyMap<string, string>;
  readonly #port: StreamPort;
  #wanted = (): void => undefined;

  constructor(headers: ReadonlyMap<string, string>, port: StreamPort) {
    super({ allowHalfOpen: true });
    this.headers = headers;
    this.#port = port;
  }

  /** Passes received data to the reader; resolves when it can take more. */
  arrive(payload: Buffer, isLast: boolean): Promise<void> {
    if (this.destroyed || this.readableEnded) return Promise.resolve();
    const mayGoOn = payload.length === 0 || this.push(payload);
    if (isLast) this.push(null);
    return mayGoOn || isLast ? Promise.resolve() : new Promise((resolve) => (this.#wanted = resolve));
  }

  override _read(): void {
    this.#wanted();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#port.send(chunk, false).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#port.send(Buffer.alloc(0), true).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#wanted();
    // If both sides have ended the stream, a reset is not necessary.
    if (!this.readableEnded || !this.writableFinished) this.#port.reset();
    this.#port.forget();
    done(error);
  }
}
