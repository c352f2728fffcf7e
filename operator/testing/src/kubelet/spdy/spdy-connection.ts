import type { Duplex } from 'node:stream';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { controlFrame, controls, dataFrame, type Frame, framesOf, words } from './frames.ts';
import { HeaderReader, HeaderWriter } from './header-block.ts';
import { SpdyStream } from './spdy-stream.ts';

/** The protocol in the header `Upgrade`. */
export const spdyProtocol = 'SPDY/3.1';

/** CANCEL. */
const cancelled = 5;
/** The size of stream id, associated stream id, priority and slot. */
const synStreamHead = 10;
const mostStreams = 1024;
/** The ids of a server's pings are even. */
const serverPing = 2;
const pingMs = 1_000;

/**
 * The server's side of a SPDY/3.1 connection, as far as Kubernetes uses it: the client opens streams, there is no flow
 * control by windows (Go's implementation has none), and an unread stream blocks all others.
 */
export class SpdyConnection {
  readonly #socket: Duplex;
  readonly #onStream: (stream: SpdyStream) => void;
  readonly #streams = new Map<number, SpdyStream>();

  constructor(socket: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#socket = socket;
    this.#onStream = onStream;
  }

  /** Serves until the connection ends. Open streams are then destroyed. Never rejects. */
  async serve(): Promise<void> {
    using reader = new HeaderReader();
    using writer = new HeaderWriter();
    this.#socket.once('close', () => this.#destroyStreams());
    try {
      for await (const frame of framesOf(this.#socket)) {
        if (frame.kind === 'data') await this.#data(frame);
        else await this.#control(frame, reader, writer);
      }
    } catch {
      // A reset, or invalid SPDY: the connection cannot be used any more, and its streams end with it.
    } finally {
      this.#destroyStreams();
      this.#socket.destroy();
    }
  }

  /** Ends the connection after queued data is written. */
  end(): void {
    this.#socket.end();
  }

  /**
   * While a stream accepts no data, the socket is not read, and its end would not be noticed: a ping to a dead
   * connection fails.
   */
  async #data({ stream, payload, isLast }: Frame & { kind: 'data' }): Promise<void> {
    const ping = controlFrame(controls.ping, words(serverPing));
    const beat = setInterval(() => void this.#send(ping).catch(() => undefined), pingMs);
    await this.#streams.get(stream)?.arrive(payload, isLast);
    clearInterval(beat);
  }

  #destroyStreams(): void {
    for (const stream of this.#streams.values()) stream.destroy();
  }

  async #control({ type, isLast, payload }: Frame & { kind: 'control' }, reader: HeaderReader, writer: HeaderWriter) {
    if (type === controls.synStream) {
      const id = payload.readUInt32BE(0);
      const stream = this.#open(id, await reader.read(payload.subarray(synStreamHead)));
      await this.#send(controlFrame(controls.synReply, Buffer.concat([words(id), await writer.write(new Map())])));
      this.#onStream(stream);
      if (isLast) await stream.arrive(Buffer.alloc(0), true);
    }
    // Every block has to be decompressed, because the next one depends on it.
    if (type === controls.headers) await reader.read(payload.subarray(4));
    if (type === controls.rstStream) this.#streams.get(payload.readUInt32BE(0))?.destroy();
    if (type === controls.ping) await this.#send(controlFrame(controls.ping, payload));
  }

  #open(id: number, headers: ReadonlyMap<string, string>): SpdyStream {
    if (this.#streams.size >= mostStreams || this.#streams.has(id))
      throw new OperatorError('CLUSTER_FAILED', 'open a stream', { hint: 'its id is taken, or too many are open' });
    const stream = new SpdyStream(headers, {
      send: (data, isLast) => this.#send(dataFrame(id, data, isLast)),
      reset: () => void this.#send(controlFrame(controls.rstStream, words(id, cancelled))).catch(() => undefined),
      forget: () => this.#streams.delete(id),
    });
    stream.on('error', () => undefined);
    this.#streams.set(id, stream);
    return stream;
  }

  /** Resolves when the frame is written, so that a sender is no faster than the client reads. */
  #send(frame: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(frame, (error) => (error ? reject(error) : resolve()));
    });
  }
}
