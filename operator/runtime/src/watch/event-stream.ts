import { type Clock, type KubeObject, type Logger, OperatorError } from '../base/index.ts';
import type { KnownWatchEvent, RawWatchEvent, Resource, Selection, WatchOptions } from '../client/index.ts';

/** What a watch needs; the same in every state. */
export interface WatchContext<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly timeoutSeconds: () => number;
  readonly trim: (object: T) => T;
  readonly trimChange: (object: T) => T;
  readonly signal: AbortSignal;
  readonly unknownTypes: UnknownTypes;
  readonly onFailure?: (error: unknown) => void;
}

/** How many types are logged; a faulty server could send ever new ones. */
const loggedAtMost = 10;

/** Unknown types of events. A later API server may have more of them; skipping them loses nothing. */
export class UnknownTypes {
  readonly #logger: Logger;
  readonly #logged = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Logs the type, once. */
  skip(type: string): void {
    if (this.#logged.has(type) || this.#logged.size >= loggedAtMost) return;
    this.#logged.add(type);
    this.#logger.warn('events of an unknown type are skipped', { type });
  }
}

/** How long after its requested end a stream that is still open counts as dead. */
const graceMs = 5_000;

/** What a read returns besides an event: `closed` by the server, or `dead`: silent for too long. */
export type StreamEnd = 'closed' | 'dead';

/** The options of a stream. */
interface StreamOptions extends Pick<WatchOptions, 'resourceVersion' | 'sendInitialEvents'> {
  /** The longest silence once the server has answered. @default - as long as the stream may last */
  readonly idleMs?: number;
}

/**
 * One watch request and its events.
 *
 * Guarantees: lasts no longer than the requested time plus 5 s, whatever the connection does, so that a half-open one
 * is found within a minute; after `close`, or once `context.signal` aborts, nothing of it is open. Bookmarks are no
 * heartbeat (a quiet kind may have none for minutes), so that silence is no sign of a failure once the initial objects
 * have arrived.
 */
export class EventStream<T extends KubeObject> {
  readonly #clock: Clock;
  readonly #parent: AbortSignal;
  readonly #unknownTypes: UnknownTypes;
  readonly #ended = new AbortController();
  readonly #askedMs: number;
  /** Monotonic time, before the server was asked. */
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

  /** Errors: `ApiError`; anything once `context.signal` aborts. */
  static async open<T extends KubeObject>(context: WatchContext<T>, options: StreamOptions): Promise<EventStream<T>> {
    const { idleMs, ...asked } = options;
    const timeoutSeconds = context.timeoutSeconds();
    const stream = new EventStream<T>(context, timeoutSeconds * 1000);
    try {
      const { signal } = stream.#ended;
      const events = await context.resource.watch({ ...context.selection, ...asked, timeoutSeconds, signal });
      stream.#events = events[Symbol.asyncIterator]();
    } catch (error) {
      await stream.close();
      throw error;
    }
    if (idleMs !== undefined) stream.#expectWithin(idleMs);
    return stream;
  }

  /** How long ago it was opened. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.openedAt;
  }

  /** Whether it has lasted as long as was requested. */
  get hasServedItsTime(): boolean {
    return this.ageMs >= this.#askedMs - 1000;
  }

  /** The next event of a known type. Errors: `ApiError` when the connection breaks, or a line is no event. */
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

  /** From now on silence does not count as a failure. */
  allowSilence(): void {
    this.#cancelIdle();
  }

  /** Never rejects; closing again does nothing. */
  async close(): Promise<void> {
    this.#cancelDeadline();
    this.#cancelIdle();
    this.#parent.removeEventListener('abort', this.#stop);
    this.#stop();
    await this.#events?.return?.().catch(() => undefined);
  }

  /** Checks when the silence would be too long, instead of setting a timer for each event. */
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
    this.#ended.abort(new OperatorError('TIMED_OUT', `hear from a watch within ${String(Math.round(this.ageMs))} ms`));
  };
}
