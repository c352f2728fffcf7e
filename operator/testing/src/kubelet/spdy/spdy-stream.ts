import { Duplex } from 'node:stream';

import type { Headers } from './header-block.ts';

/** What a stream needs from its connection. */
export interface StreamPort {
  send(payload: Buffer, isLast: boolean): Promise<void>;
  reset(): void;
  forget(): void;
}

/** One stream of a connection. Each side ends separately; destroying the stream resets it. */
export class SpdyStream extends Duplex {
  readonly headers: Headers;
  readonly #port: StreamPort;
  #wanted: (() => void) | undefined;

  constructor(headers: Headers, port: StreamPort) {
    super({ allowHalfOpen: true });
    this.headers = headers;
    this.#port = port;
  }

  /** Takes in data; resolves when more may come. */
  arrive(payload: Buffer, isLast: boolean): Promise<void> {
    if (this.destroyed || this.readableEnded) return Promise.resolve();
    const mayGoOn = payload.length === 0 || this.push(payload);
    if (isLast) this.push(null);
    if (mayGoOn || isLast) return Promise.resolve();
    return new Promise((resolve) => (this.#wanted = resolve));
  }

  override _read(): void {
    this.#goOn();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#port.send(chunk, false).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#port.send(Buffer.alloc(0), true).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#goOn();
    // Both sides have ended in order: there is nothing to reset.
    if (!this.readableEnded || !this.writableFinished) this.#port.reset();
    this.#port.forget();
    done(error);
  }

  #goOn(): void {
    this.#wanted?.();
    this.#wanted = undefined;
  }
}
