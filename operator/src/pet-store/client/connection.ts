import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';

import { Code, ConnectError } from '@connectrpc/connect';

import { type CancelTimer, systemClock } from '@kubewright/runtime/internal/base';

/** Timeouts for a silent server; all in milliseconds. */
export interface Timeouts {
  /** How long the connection may take to open, including the server's first frame. */
  readonly connectMs: number;
  /**
   * How long the server may be silent before a ping is sent: during a call, and before the first call after a pause.
   */
  readonly askAfterMs: number;
  /** How long the response to that ping may take. */
  readonly answerMs: number;
}

export interface ConnectionOptions {
  /** `http://host:port` or `https://host:port`. */
  readonly authority: string;
  readonly tls: SecureClientSessionOptions;
  readonly timeouts: Timeouts;
  /** Ends the connection, also while it is being opened. */
  readonly signal: AbortSignal;
}

/** Opens a connection. Rejects when it is not open in time. */
export function openConnection({ authority, tls, timeouts, signal }: ConnectionOptions): Promise<Connection> {
  const session = connect(authority, { settings: { enablePush: false }, ...tls });
  return new Promise((resolve, reject) => {
    const end = (reason: ConnectError): void => {
      reject(reason);
      session.destroy(reason);
    };
    const abort = (): void => end(unavailable('the connection was closed'));
    const cancel = afterSilence(timeouts.connectMs, () => end(unavailable('no connection in time')));
    // Also after the end of the session: an error without a listener would end the process.
    session.on('error', reject);
    session.once('close', () => {
      cancel();
      signal.removeEventListener('abort', abort);
      abort();
    });
    // When the server refuses late in the TLS handshake, the session would never end by itself.
    session.socket.once('close', abort);
    // The first frame of every HTTP/2 server; other servers never send it.
    session.once('remoteSettings', () => {
      cancel();
      resolve(new Connection(session, timeouts));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A connection that is open, or has broken. */
export class Connection {
  readonly #session: ClientHttp2Session;
  readonly #timeouts: Timeouts;
  #streams = 0;
  #heardAt = systemClock.monotonic();
  #stopAsking: CancelTimer | undefined;

  constructor(session: ClientHttp2Session, timeouts: Timeouts) {
    this.#session = session;
    this.#timeouts = timeouts;
    // Without a running call, the connection does not keep the process alive.
    session.unref();
  }

  /** Whether a call can be made; after a long silence, a ping checks that first. */
  async isUsable(): Promise<boolean> {
    if (this.#session.closed || this.#session.destroyed) return false;
    if (systemClock.monotonic() - this.#heardAt <= this.#timeouts.askAfterMs) return true;
    return this.#isAlive();
  }

  request(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    const stream = this.#session.request(headers);
    this.#streams += 1;
    this.#session.ref();
    this.#stopAsking ??= this.#askLater();
    stream.once('response', () => {
      this.#heardAt = systemClock.monotonic();
    });
    stream.once('close', () => this.#ended());
    // As with the session: an error without a listener would end the process.
    stream.on('error', () => undefined);
    failIfUnanswered(stream);
    return stream;
  }

  #ended(): void {
    this.#streams -= 1;
    if (this.#streams > 0) return;
    this.#session.unref();
    this.#stopAsking?.();
    this.#stopAsking = undefined;
  }

  /** Pings the server after a while: only a ping distinguishes a dead connection from a slow one. */
  #askLater(): CancelTimer {
    return systemClock.after(this.#timeouts.askAfterMs, () => {
      void this.#isAlive().then((alive) => {
        if (alive && this.#streams > 0) this.#stopAsking = this.#askLater();
      });
    });
  }

  /** Whether the server answers a ping in time; if not, the connection is closed. */
  #isAlive(): Promise<boolean> {
    const session = this.#session.destroyed ? undefined : this.#session;
    return new Promise((resolve) => {
      const cancel = afterSilence(this.#timeouts.answerMs, () => {
        session?.destroy(unavailable('no sign of life'));
        resolve(false);
      });
      session?.ref();
      session?.ping((error) => {
        cancel();
        if (this.#streams === 0) session.unref();
        if (error === null) this.#heardAt = systemClock.monotonic();
        resolve(error === null);
      });
    });
  }
}

/** A stopping server can close a stream without an error, and the library would then wait for the deadline. */
function failIfUnanswered(stream: ClientHttp2Stream): void {
  let isAnswered = false;
  stream.once('response', () => {
    isAnswered = true;
  });
  stream.once('close', () => {
    if (!isAnswered) stream.emit('error', unavailable('closed without an answer'));
  });
}

/**
 * Calls back after `delayMs` in which this process could have received data. A busy process receives none, and its late
 * timers fire before received data is read: so the delay is divided into steps, and a late timer counts as one step.
 */
function afterSilence(delayMs: number, silent: () => void): CancelTimer {
  const steps = 10;
  let taken = 0;
  let cancel: CancelTimer;
  const step = (): void => {
    cancel = systemClock.after(delayMs / steps, () => {
      taken += 1;
      if (taken < steps) step();
      else silent();
    });
  };
  step();
  return () => cancel();
}

function unavailable(message: string): ConnectError {
  return new ConnectError(message, Code.Unavailable);
}
