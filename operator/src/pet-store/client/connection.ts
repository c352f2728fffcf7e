import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';

import { Code, ConnectError } from '@connectrpc/connect';

import { type CancelTimer, systemClock } from '@kubewright/runtime/internal/base';

/** Limits of silence; all in milliseconds. */
export interface Timeouts {
  /** Until the connection is open and the first frame of the server has arrived. */
  readonly connectMs: number;
  /** Until a ping is sent: while a call waits, and before the first call after a pause. */
  readonly askAfterMs: number;
  /** Until the response to that ping. */
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

/** Opens a connection. Rejects when there is none in time. */
export function openConnection({ authority, tls, timeouts, signal }: ConnectionOptions): Promise<Connection> {
  const session = connect(authority, { settings: { enablePush: false }, ...tls });
  return new Promise((resolve, reject) => {
    const end = (reason: ConnectError): void => {
      reject(reason);
      session.destroy(reason);
    };
    const abort = (): void => end(unavailable('the connection was closed'));
    const cancel = afterSilence(timeouts.connectMs, () => end(unavailable('no connection in time')));
    // Also after its end: an error without a listener would end the process.
    session.on('error', reject);
    session.once('close', () => {
      cancel();
      signal.removeEventListener('abort', abort);
      abort();
    });
    // After a handshake that the other side refuses late, the session itself would never end.
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

/** A connection that is open, or was until it broke. */
export class Connection {
  readonly #session: ClientHttp2Session;
  readonly #timeouts: Timeouts;
  #streams = 0;
  #heardAt = systemClock.monotonic();
  #stopAsking: CancelTimer | undefined;

  constructor(session: ClientHttp2Session, timeouts: Timeouts) {
    this.#session = session;
    this.#timeouts = timeouts;
    // Without a call, it does not keep the process alive.
    session.unref();
  }

  /** Whether a call can be made; after a long silence, a ping is sent first. */
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
    // As with sessions: an error without a listener would end the process.
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

  /** Pings the peer after a while: only the response to a ping distinguishes a dead connection from a slow one. */
  #askLater(): CancelTimer {
    return systemClock.after(this.#timeouts.askAfterMs, () => {
      void this.#isAlive().then((alive) => {
        if (alive && this.#streams > 0) this.#stopAsking = this.#askLater();
      });
    });
  }

  /** Whether the peer answers in time; if not, the connection is ended. */
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

/** A server that ends can close a stream without an error, and the library would then wait until the deadline. */
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
 * Calls back after `delayMs` in which this process could have received something. A busy process receives nothing, and
 * its late timers fire before received data is read: such a delay counts as one step of many.
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
