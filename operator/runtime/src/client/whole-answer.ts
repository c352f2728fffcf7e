import type { IncomingHttpHeaders } from 'node:http';

import type { Dispatcher } from 'undici';

import { AnswerTooLarge } from './transport.ts';

/** A response with its body as text. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface WholeAnswerOptions {
  readonly signal: AbortSignal | undefined;
  /** Maximum size of a successful response body in bytes; error responses are read completely. @default - no limit */
  readonly atMostBytes: number | undefined;
  /** Called when the call has its connection, before the first byte is written. It may still abort the signal. */
  readonly onConnection: () => void;
  /** Called right before the first byte is written. */
  readonly onSend: () => void;
  /** Called once: with the HTTP status when the response starts, or with `<error>` if no response arrives. */
  readonly onCode: (code: string) => void;
  /** Called with the size of the body in bytes once it is read, or known to be too large. */
  readonly onRead: (bytes: number) => void;
}

/** Replaces the HTTP status of a call without a response, as in client-go. */
export const noResponse = '<error>';

/**
 * Sends a request and reads the whole response. Cheaper than undici's `request`, which creates a stream for the body.
 * Errors: the reason of the signal, `AnswerTooLarge`, or undici's error for a connection without a response.
 */
export function readWhole(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: WholeAnswerOptions,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal?.aborted === true) {
      options.onCode(noResponse);
      reject(signal.reason as Error);
      return;
    }
    pool.dispatch(request, new WholeAnswerHandler(options, resolve, reject));
  });
}

class WholeAnswerHandler implements Dispatcher.DispatchHandler {
  readonly #options: WholeAnswerOptions;
  readonly #resolve: (answer: WholeAnswer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #onAbort = (): void => {
    this.#fail(this.#options.signal?.reason);
  };
  #connection: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #failed = false;

  constructor(options: WholeAnswerOptions, resolve: (answer: WholeAnswer) => void, reject: (error: unknown) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    const { signal, onConnection, onSend } = this.#options;
    this.#connection = connection;
    onConnection();
    if (signal?.aborted === true) connection.abort(signal.reason as Error);
    else onSend();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // An informational status (1xx): the response follows.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#options.onCode(String(status));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { atMostBytes = Number.POSITIVE_INFINITY, onRead } = this.#options;
    this.#bytes += chunk.length;
    if (this.#bytes > atMostBytes && this.#status < 400) {
      onRead(this.#bytes);
      this.#fail(new AnswerTooLarge(atMostBytes));
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#options.onRead(this.#bytes);
    const [first, ...more] = this.#chunks;
    const body = first === undefined || more.length > 0 ? Buffer.concat(this.#chunks) : first;
    this.#resolve({ status: this.#status, headers: this.#headers, text: body.toString() });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** Fails the call and closes the connection, so that the server stops sending. */
  #fail(error: unknown): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    if (this.#status === 0 && !this.#failed) this.#options.onCode(noResponse);
    this.#failed = true;
    this.#reject(error);
    this.#connection?.abort(error as Error);
  }
}
