import { abortReason } from '@kubewright/runtime/internal/base';
import { withMeta } from '../objects.ts';
import { Rejection } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServerState, StoreEvent } from '../store.ts';
import type { Form } from '../answer.ts';
import { checkWatchOptions, type ReadOptions } from './read-options.ts';
import { type ObjectTest, createSelection } from './selection.ts';
import { WatchStream } from './watch-stream.ts';

/** The annotation of the bookmark that ends the initial objects (KEP-3157). */
const endOfInitial = { 'k8s.io/initial-events-end': 'true' };

const bookmarkEveryMs = 60_000;

/** The parts of a request that a watch needs in addition to its route. */
export interface WatchRequest {
  readonly options: ReadOptions;
  readonly form: Form;
  readonly signal?: AbortSignal | undefined;
  readonly onEnd: (watch: OpenWatch) => void;
}

export class OpenWatch {
  readonly stream: WatchStream;
  readonly #state: ServerState;
  readonly #route: Route;
  readonly #request: WatchRequest;
  readonly #fits: ObjectTest;

  /** Throws: the error that the API server returns instead of opening the watch. */
  constructor(state: ServerState, route: Route, request: WatchRequest) {
    const { options, signal, onEnd } = request;
    checkWatchOptions(options, state.watchList);
    [this.#state, this.#route, this.#request] = [state, route, request];
    this.#fits = createSelection(route, options);
    const cleanUp: (() => void)[] = [];
    this.stream = new WatchStream(() => {
      for (const each of cleanUp) each();
    });
    this.#begin();
    if (!this.stream.isOpen) return;
    const unlisten = state.store.onChange((event) => this.#notify(event));
    cleanUp.push(() => onEnd(this), unlisten, ...this.#startTimers(), follow(this.stream, signal));
  }

  get kindId(): string {
    return this.#route.served.id;
  }

  /** Sends a bookmark if the client requested bookmarks. */
  sendBookmark(annotations?: Readonly<Record<string, string>>): void {
    const { options } = this.#request;
    const { version } = this.#state.store;
    // Like the real API server after a restore from a backup, sends nothing until it reaches the requested version.
    if (options.bookmarks && version >= (options.resourceVersion ?? 0))
      this.#send('BOOKMARK', buildBookmark(this.#route, version, annotations));
  }

  /** Sends the first events: all objects, or the changes since the requested version. */
  #begin(): void {
    const { resourceVersion = 0, sendInitialEvents } = this.#request.options;
    if (sendInitialEvents ?? resourceVersion === 0) this.#sendAll();
    else this.#sendSince(resourceVersion === 0 ? this.#state.store.version : resourceVersion);
  }

  #sendAll(): void {
    const { resourceVersion, sendInitialEvents } = this.#request.options;
    for (const object of this.#state.store.list(this.#route.served.id).filter(this.#fits)) this.#send('ADDED', object);
    if (sendInitialEvents === true || resourceVersion === 0) this.sendBookmark(endOfInitial);
  }

  #sendSince(version: number): void {
    try {
      for (const event of this.#state.store.listSince(this.#route.served.id, version)) this.#notify(event);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.stream.send('ERROR', error.response.body);
      this.stream.end();
    }
  }

  /** Sends an event. An object that leaves the selection is sent as deleted, one that enters it as added. */
  #notify({ kindId, before, after, version }: StoreEvent): void {
    if (kindId !== this.#route.served.id || version <= (this.#request.options.resourceVersion ?? 0)) return;
    const was = before !== undefined && this.#fits(before);
    const is = after !== undefined && this.#fits(after);
    if (is) this.#send(was ? 'MODIFIED' : 'ADDED', after);
    else if (was) this.#send('DELETED', withMeta(before, { resourceVersion: String(version) }));
  }

  #send(type: string, object: unknown): void {
    this.stream.send(type, this.#request.form(object));
  }

  /** Starts the timers of the watch. Returns functions that cancel them. */
  #startTimers(): (() => void)[] {
    const { clock } = this.#state;
    const { timeoutSeconds, bookmarks } = this.#request.options;
    let cancel = (): void => undefined;
    const remind = (): void => {
      cancel = clock.after(bookmarkEveryMs, () => {
        this.sendBookmark();
        remind();
      });
    };
    if (bookmarks) remind();
    const end = timeoutSeconds === undefined ? [] : [clock.after(timeoutSeconds * 1000, () => this.stream.end())];
    return [...end, () => cancel()];
  }
}

function buildBookmark({ served }: Route, version: number, annotations?: Readonly<Record<string, string>>): object {
  const metadata = { resourceVersion: String(version), ...(annotations && { annotations }) };
  return { kind: served.kind.kind, apiVersion: served.apiVersion, metadata };
}

/** Breaks the stream when `signal` aborts. Returns a function that detaches it from the signal. */
function follow(stream: WatchStream, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => undefined;
  const abort = (): void => stream.break(abortReason(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
