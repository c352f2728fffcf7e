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
  /** How long the server may be silent before it is pinged: during a call, and before the first call after a pause. */
  readonly askAfterMs: number;
  /** How long the response to that ping may take. */
  readonly answerMs: number;
}

export interface ConnectionOptions {
  /** `http://host:port` or `https://host:port`. */
  readonly authority: string;
  readonly tls: SecureClientSessionOptions;
  readonly timeouts: Timeouts;
  /** Closes the connection when it aborts, even while it is being opened. */
  readonly signal: AbortSignal;
}

/** Opens a connection. Rejects when that takes longer than `connectMs`. */
export function openConnection({ authority, tls, timeouts, signal }: ConnectionOptions): Promise<Connection> {
  const session = connect(authority, { settings: { enablePush: false }, ...tls });
  return new Promise((resolve, reject) => {
    const end = (reason: ConnectError): void => {
      reject(reason);
      session.destroy(reason);
    };
    const abort = (): void => end(unavailable('the connection was closed'));
    const cancel = afterSilence(timeouts.connectMs, () => end(unavailable('no connection in time')));
    // The listener stays after the end of the session: an error without a listener would end the process.
    session.on('error', reject);
    session.once('close', () => {
      cancel();
      signal.removeEventListener('abort', abort);
      abort();
    });
    // Otherwise the session would never end when the server refuses late in the TLS handshake.
    session.socket.once('close', abort);
    // Emitted for the first frame of every HTTP/2 server. Other servers do not send that frame.
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
    // A connection without a running call must not keep the process alive.
    session.unref();
  }

  /** Whether the connection can be used for a call. After a long silence, a ping checks that first. */
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
    // As for the session: an error without a listener would end the process.
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

  /**
   * Pings the server after each `askAfterMs` of a call: only a ping distinguishes a dead connection from a slow one.
   */
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

/**
 * Emits an error when a stream is closed before its response. A stopping server can close a stream without an error,
 * and the gRPC library would then wait until the deadline.
 */
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
 * Calls `silent` after `delayMs` in which this process was able to receive data. A busy process receives no data, and
 * its late timers fire before it reads received data: so the delay is divided into steps, and a late timer counts as
 * one step.
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
