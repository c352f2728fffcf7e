import { abortReason, type KubeObject, OperatorError } from '../runtime/base/index.ts';
import type { ListOptions, ListResult, RawWatchEvent, Resource, WatchOptions } from '../runtime/client/index.ts';

/** The server's end of one watch. */
export interface ScriptedStream<T> {
  readonly options: WatchOptions;
  /** Whether neither side has ended it. */
  readonly open: boolean;
  send(...events: readonly RawWatchEvent<T>[]): void;
  /** A clean end, as when `timeoutSeconds` are over. */
  end(): void;
  /** A connection that breaks. */
  break(error: Error): void;
}

/** What the server does; what an answer throws is the refusal. `attempt` counts from 1. */
export interface Script<T> {
  /** @default - an empty list */
  list?(options: ListOptions, attempt: number): ListResult<T> | 'silence';
  /** A list of one object only asks how far the server is. @default - farther than anything that it told */
  look?(options: ListOptions, attempt: number): ListResult<T> | 'silence';
  /** Called when a watch is opened; later events go through the stream. @default - nothing ever happens */
  watch?(stream: ScriptedStream<T>, attempt: number): void;
}

/** A resource whose lists and watches do what a test says, and which remembers what it was asked. */
export interface ScriptedResource<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly lists: readonly ListOptions[];
  /** Lists of one object. */
  readonly looks: readonly ListOptions[];
  readonly streams: readonly ScriptedStream<T>[];
  /** Requests that are under way. */
  readonly open: number;
}

export function scriptResource<T extends KubeObject>(script: Script<T> = {}): ScriptedResource<T> {
  const lists: ListOptions[] = [];
  const looks: ListOptions[] = [];
  const streams: Stream<T>[] = [];
  let silent = 0;

  function look(options: ListOptions): ListResult<T> | 'silence' {
    looks.push(options);
    return script.look?.(options, looks.length) ?? { items: [], resourceVersion: '1000000' };
  }

  function listAll(options: ListOptions): ListResult<T> | 'silence' {
    lists.push(options);
    return script.list?.(options, lists.length) ?? { items: [], resourceVersion: '1' };
  }

  async function list(options: ListOptions = {}): Promise<ListResult<T>> {
    const isLook = options.limit === 1 && options.continueToken === undefined;
    const answer = isLook ? look(options) : listAll(options);
    if (answer !== 'silence') return answer;
    silent += 1;
    const { signal } = options;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        silent -= 1;
        reject(abortReason(signal));
      });
    });
  }

  async function watch(options: WatchOptions = {}): Promise<AsyncIterable<RawWatchEvent<T>>> {
    const stream = new Stream<T>(options);
    streams.push(stream);
    try {
      script.watch?.(stream, streams.length);
    } catch (error) {
      stream.end();
      throw error;
    }
    return stream;
  }

  return {
    resource: { ...refusing<T>(), list, watch },
    lists,
    looks,
    streams,
    get open() {
      return silent + streams.filter((stream) => stream.open).length;
    },
  };
}

class Stream<T> implements ScriptedStream<T>, AsyncIterableIterator<RawWatchEvent<T>> {
  readonly options: WatchOptions;
  readonly #events: RawWatchEvent<T>[] = [];
  #end: 'end' | Error | undefined;
  #wake: () => void = () => undefined;

  constructor(options: WatchOptions) {
    this.options = options;
    const { signal } = options;
    signal?.addEventListener('abort', () => {
      this.#events.length = 0;
      this.#finish(abortReason(signal));
    });
  }

  get open(): boolean {
    return this.#end === undefined;
  }

  send(...events: readonly RawWatchEvent<T>[]): void {
    this.#events.push(...events);
    this.#wake();
  }

  end(): void {
    this.#finish('end');
  }

  break(error: Error): void {
    this.#finish(error);
  }

  async next(): Promise<IteratorResult<RawWatchEvent<T>, undefined>> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return { done: false, value: event };
      if (this.#end === 'end') return { done: true, value: undefined };
      if (this.#end !== undefined) throw this.#end;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async return(): Promise<IteratorResult<RawWatchEvent<T>, undefined>> {
    this.#finish('end');
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(end: 'end' | Error): void {
    this.#end ??= end;
    this.#wake();
  }
}

/** All that a watch has no need of. */
function refusing<T extends KubeObject>(): Resource<T> {
  const refuse = (): never => {
    throw new OperatorError('API_INVALID', 'call a scripted resource', { hint: 'it lists and watches only' });
  };
  return {
    get: refuse,
    tryGet: refuse,
    list: refuse,
    watch: refuse,
    create: refuse,
    update: refuse,
    apply: refuse,
    jsonPatch: refuse,
    mergePatch: refuse,
    delete: refuse,
  };
}
