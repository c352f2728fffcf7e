import { type Clock, type KubeObject, type Logger, OperatorError } from '../base/index.ts';
import type { KnownWatchEvent, RawWatchEvent, Resource, Selection, WatchOptions } from '../client/index.ts';

/** What a watch needs in every state. */
export interface WatchContext<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly timeoutSeconds: () => number;
  readonly sharesConnection: boolean;
  readonly trim: (object: T) => T;
  readonly trimChange: (object: T) => T;
  readonly signal: AbortSignal;
  readonly unknownTypes: UnknownTypes;
  readonly onFailure?: (error: unknown) => void;
  readonly isExpected?: (error: unknown) => boolean;
}

/** Maximum number of unknown types to log: a faulty server could send new ones forever. */
const loggedAtMost = 10;

/** Skips events of unknown types, which a later API server may send. Skipping them loses no change. */
export class UnknownTypes {
  readonly #logger: Logger;
  readonly #logged = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Logs an unknown type, once. */
  skip(type: string): void {
    if (this.#logged.has(type) || this.#logged.size >= loggedAtMost) return;
    this.#logged.add(type);
    this.#logger.warn('skipped watch events of an unknown type', { type });
  }
}

/** Milliseconds after the requested end of a stream when it counts as dead. */
const graceMs = 5_000;

/** How a stream ended: the server `closed` it, or it is `dead`, because it was silent for too long. */
export type StreamEnd = 'closed' | 'dead';

interface StreamOptions extends Pick<WatchOptions, 'resourceVersion' | 'sendInitialEvents'> {
  /**
   * The longest silence after the start of the response, in milliseconds. @default - the requested duration of the
   * stream
   */
  readonly idleMs?: number;
}

/**
 * One watch request and its events.
 *
 * Guarantees: it lasts at most the requested time plus 5 s, so that a half-open connection is detected within a minute,
 * unless pings check the connection. Nothing is left open after `close`, or once `context.signal` aborts. Silence is a
 * failure only until the initial objects are complete: bookmarks are not a heartbeat, and a quiet kind may have none
 * for minutes.
 */
export class EventStream<T extends KubeObject> {
  readonly #clock: Clock;
  readonly #parent: AbortSignal;
  readonly #unknownTypes: UnknownTypes;
  readonly #ended = new AbortController();
  readonly #askedMs: number;
  /** When the request was sent, in monotonic milliseconds. */
  readonly openedAt: number;
  #events: AsyncIterator<RawWatchEvent<T>> | undefined;
  readonly #cancelDeadline: () => void;
  #cancelIdle: () => void = () => undefined;
  #lastHeardAt = 0;
  #dead = false;

  private constructor(context: WatchContext<T>, askedMs: number) {
    this.#clock = context.clock;
    this.#parent = context.signal;
    this.#unknownTypes = context.unknownTypes;
    this.#askedMs = askedMs;
    this.openedAt = this.#clock.monotonic();
    this.#parent.addEventListener('abort', this.#stop, { once: true });
    this.#cancelDeadline = this.#clock.after(askedMs + graceMs, this.#markDead);
  }

  /** Sends the request. Errors: `ApiError`; any error once `context.signal` has aborted. */
  static async open<T extends KubeObject>(context: WatchContext<T>, options: StreamOptions): Promise<EventStream<T>> {
    const { idleMs, ...asked } = options;
    const timeoutSeconds = context.timeoutSeconds();
    const stream = new EventStream<T>(context, timeoutSeconds * 1000);
    try {
      const { signal } = stream.#ended;
      const { resource, selection, sharesConnection } = context;
      const shared = sharesConnection && { sharesConnection };
      const events = await resource.watch({ ...selection, ...asked, ...shared, timeoutSeconds, signal });
      stream.#events = events[Symbol.asyncIterator]();
    } catch (error) {
      await stream.close();
      throw error;
    }
    if (idleMs !== undefined) stream.#expectWithin(idleMs);
    return stream;
  }

  get ageMs(): number {
    return this.#clock.monotonic() - this.openedAt;
  }

  get hasServedItsTime(): boolean {
    return this.ageMs >= this.#askedMs - 1000;
  }

  /**
   * Returns the next event of a known type, or how the stream has ended. Errors: `ApiError` if the connection breaks,
   * or a line is not an event.
   */
  async read(): Promise<KnownWatchEvent<T> | StreamEnd> {
    try {
      for (;;) {
        const next = await this.#events?.next();
        this.#lastHeardAt = this.#clock.monotonic();
        if (next === undefined || next.done === true) return 'closed';
        if (next.value.type !== 'UNKNOWN') return next.value;
        this.#unknownTypes.skip(next.value.name);
      }
    } catch (error) {
      if (this.#dead) return 'dead';
      throw error;
    }
  }

  /** Call it when the initial objects are complete: from now on, silence is not a failure. */
  allowSilence(): void {
    this.#cancelIdle();
  }

  /** Closes the stream. Never rejects; closing again does nothing. */
  async close(): Promise<void> {
    this.#cancelDeadline();
    this.#cancelIdle();
    this.#parent.removeEventListener('abort', this.#stop);
    this.#stop();
    await this.#events?.return?.().catch(() => undefined);
  }

  /**
   * Fails the stream after a silence of `idleMs`. Uses one timer for the whole stream, instead of a new one for each
   * event.
   */
  #expectWithin(idleMs: number): void {
    this.#lastHeardAt = this.#clock.monotonic();
    const check = (): void => {
      const leftMs = this.#lastHeardAt + idleMs - this.#clock.monotonic();
      if (leftMs <= 0) this.#markDead();
      else this.#cancelIdle = this.#clock.after(leftMs, check);
    };
    this.#cancelIdle = this.#clock.after(idleMs, check);
  }

  readonly #stop = (): void => {
    this.#ended.abort(this.#parent.reason);
  };

  readonly #markDead = (): void => {
    this.#dead = true;
    this.#ended.abort(
      new OperatorError('TIMED_OUT', `receive data from a watch within ${String(Math.round(this.ageMs))} ms`),
    );
  };
}
