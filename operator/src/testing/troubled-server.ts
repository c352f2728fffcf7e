import { ConnectionError } from './connection-error.ts';
import { type Clock, type KubeObject, neverAborted } from '../runtime/base/index.ts';
import {
  AnswerTooLarge,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type Transport,
} from '../runtime/client/index.ts';
import type { ObjectHistory, Restored } from './object-history.ts';
import { type Cut, TroubledStream } from './troubled-stream.ts';

/** A refusal; status 0 is a connection that is refused. */
export interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number;
}

export interface TroubledServerOptions {
  readonly history: ObjectHistory;
  readonly clock: Clock;
  /** What becomes of a WatchList; a server that ignores it takes it for a watch from the beginning. KEP-3157. */
  readonly watchList: 'streamed' | 'refused' | 'ignored';
  /** Objects per page at most, whatever is asked for. */
  readonly pageSize: number;
  /** Whether all objects together are too large for one answer. @default false */
  readonly isLarge?: boolean;
  /** How many watches there are, open or not. @default 1 */
  readonly watches?: number;
}

/** The lists and watches of one kind, as a server in trouble answers them. */
export class TroubledServer {
  readonly history: ObjectHistory;
  readonly #options: TroubledServerOptions;
  readonly #streams: TroubledStream[] = [];
  /** The next requests are refused so. */
  refusals: Refusal[] = [];
  /** The next streams break so. */
  cuts: Cut[] = [];
  /** How long each answer takes, and the end of the initial objects. */
  latencyMs = 0;
  /** How many changes the state lags behind that a list from "0" is answered with. */
  lag = 0;
  /** Whether an expired watch is answered with 410, or with a stream whose first event says so. */
  expiresInStream = false;
  /** How many requests there were. */
  asked = 0;
  #compactedTo = 0;

  constructor(options: TroubledServerOptions) {
    this.#options = options;
    this.history = options.history;
  }

  readonly transport: Transport = {
    call: async (request) => (await this.#before(request)) ?? this.#list(request),
    stream: async (request) => {
      const refused = await this.#before(request);
      return refused === undefined ? this.#watch(request) : { ...refused, refusal: refused.body, lines: noLines() };
    },
    close: () => Promise.resolve(),
  };

  get open(): readonly TroubledStream[] {
    return this.#streams.filter(({ open }) => open);
  }

  /** Tells the open streams what has happened. */
  tell(): void {
    for (const stream of this.open) this.#tellOne(stream);
  }

  bookmark(): void {
    this.tell();
    // A watch that is told nothing yet is not told that either.
    for (const stream of this.open) if (stream.told <= this.history.version) stream.write(this.#bookmark());
  }

  /** Forgets how it came to what there is now. */
  compact(): void {
    this.#compactedTo = this.history.version;
  }

  /**
   * Undoes the last `count` happenings. Its processes begin anew: connections break, with what was asked on them, and they
   * know of nothing earlier.
   */
  restore(count: number, how: Restored): void {
    const { open, history } = this;
    const { watches = 1 } = this.#options;
    // Otherwise one could have been told no more than what is used again: nobody can tell that apart.
    const allKnow = open.length === watches && open.every((each) => each.isRead && each.told === history.version);
    history.restore(count, how === 'again' && !allKnow ? 'back' : how);
    this.compact();
    for (const stream of open) stream.break();
  }

  /** Ends every stream with an error. */
  fail(code: number): void {
    for (const stream of this.open) {
      stream.write(errorLine(answerOf(code)));
      stream.close();
    }
  }

  /** From now on all is well, but for connections that are half open. */
  heal(): void {
    this.refusals = [];
    this.cuts = [];
    this.latencyMs = 0;
  }

  async #before({ signal }: ApiRequest): Promise<ApiResponse | undefined> {
    this.asked += 1;
    const refusal = this.refusals.shift();
    const { epoch } = this.history;
    if (this.latencyMs > 0) await this.#options.clock.sleep(this.latencyMs, signal ?? neverAborted);
    if (epoch !== this.history.epoch) throw new ConnectionError('ECONNRESET');
    if (refusal === undefined) return undefined;
    if (refusal.status === 0) throw new ConnectionError('ECONNREFUSED');
    const { status, retryAfterSeconds } = refusal;
    return { ...answerOf(status), ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1000 }) };
  }

  #list({ query = {}, atMostBytes = Number.POSITIVE_INFINITY }: ApiRequest): ApiResponse {
    const { limit, continue: token, resourceVersion } = query;
    const isWhole = this.#isWhole({ query, atMostBytes });
    const [from, offset] = token === undefined ? [this.#snapshot(resourceVersion), 0] : positionIn(String(token));
    if (token !== undefined && this.#refuses(from) !== undefined) return answerOf(410);
    const objects = [...this.history.at(from).values()];
    const end = isWhole ? objects.length : offset + Math.min(Number(limit), this.#options.pageSize);
    const metadata = { resourceVersion: String(from), ...(end < objects.length && { continue: `${from}/${end}` }) };
    const items = objects.slice(offset, end).map(({ metadata: each }) => ({ metadata: each }));
    return { status: 200, body: { metadata, items } };
  }

  /** As the real one, which knows no limit of what it has at hand. Throws: where all are too large for who asks. */
  #isWhole({ query = {}, atMostBytes }: Pick<ApiRequest, 'query'> & { readonly atMostBytes: number }): boolean {
    const { limit, continue: token, resourceVersion } = query;
    const isWhole = limit === undefined || (token === undefined && resourceVersion === '0');
    if (isWhole && atMostBytes < Number.POSITIVE_INFINITY && this.#options.isLarge === true)
      throw new AnswerTooLarge(atMostBytes);
    return isWhole;
  }

  #snapshot(resourceVersion: unknown): number {
    const { version, apart } = this.history;
    return resourceVersion === '0' ? Math.max(1, this.#compactedTo, version - this.lag * apart) : version;
  }

  /** Why nothing can be told from there on. From the future nothing is told until it is here, and nothing is refused. */
  #refuses(from: number): Answer | undefined {
    return from < this.#compactedTo ? answerOf(410) : undefined;
  }

  #watch({ query = {}, signal }: ApiRequest): ApiStream {
    const { sendInitialEvents, resourceVersion, timeoutSeconds } = query;
    const initial = sendInitialEvents === true;
    if (initial && this.#options.watchList === 'refused') return { ...refusedStream(answerOf(422)), lines: noLines() };
    const from = initial ? this.history.version : Number(resourceVersion);
    const refused = this.#refuses(from);
    if (refused !== undefined && !this.expiresInStream) return { ...refusedStream(refused), lines: noLines() };
    const stream = new TroubledStream(from, {
      clock: this.#options.clock,
      timeoutSeconds: Number(timeoutSeconds),
      signal,
      cut: this.cuts.shift(),
    });
    this.#streams.push(stream);
    if (initial) this.#tellAll(stream);
    else if (refused !== undefined) stream.write(errorLine(refused));
    else this.#tellOne(stream);
    return { status: 200, lines: stream.lines() };
  }

  #tellAll(stream: TroubledStream): void {
    for (const object of this.history.at(stream.told).values()) stream.write(lineOf('ADDED', object));
    if (this.#options.watchList === 'ignored') return;
    const end = (): void => {
      this.#tellOne(stream);
      stream.write(this.#bookmark({ 'k8s.io/initial-events-end': 'true' }));
    };
    if (this.latencyMs === 0) end();
    else this.#options.clock.after(this.latencyMs, end);
  }

  #tellOne(stream: TroubledStream): void {
    for (const { version, event } of this.history.since(stream.told)) {
      stream.write(lineOf(event.type, event.object));
      stream.told = version;
    }
  }

  #bookmark(annotations?: object): string {
    const metadata = { resourceVersion: String(this.history.version), ...(annotations && { annotations }) };
    return JSON.stringify({ type: 'BOOKMARK', object: { metadata } });
  }
}

function lineOf(type: string, object: KubeObject): string {
  return JSON.stringify({ type, object });
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

function errorLine({ body }: Answer): string {
  return JSON.stringify({ type: 'ERROR', object: body });
}

function answerOf(status: number): Answer {
  return { status, body: { kind: 'Status', status: 'Failure', code: status, message: 'in trouble' } };
}

function refusedStream({ status, body }: Answer): { readonly status: number; readonly refusal: object } {
  return { status, refusal: body };
}

function positionIn(token: string): [from: number, offset: number] {
  const [from = '', offset = ''] = token.split('/');
  return [Number(from), Number(offset)];
}

async function* noLines(): AsyncGenerator<string> {
  // a refusal has none
}
