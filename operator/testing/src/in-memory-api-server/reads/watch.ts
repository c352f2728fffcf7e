import { abortReason } from '@kubewright/runtime/internal/base';
import { type StoredObject, withMeta } from '../objects.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../served/route.ts';
import type { ServerState, StoreEvent } from '../store.ts';
import type { Form } from './form.ts';
import { checkWatchOptions, type ReadOptions } from './read-options.ts';
import { type ObjectTest, selectionOf } from './selection.ts';
import { WatchStream } from './watch-stream.ts';

/** The annotation of the bookmark after the initial objects. KEP-3157. */
const endOfInitial = { 'k8s.io/initial-events-end': 'true' };

/** How often a watch that wants bookmarks gets one. */
const bookmarkEveryMs = 60_000;

/** One watch that is open. */
export interface OpenWatch {
  readonly stream: WatchStream;
  /** Sends a bookmark, if bookmarks were asked for. */
  readonly bookmark: () => void;
}

/** What a watch needs from a request besides its route. */
export interface WatchRequest {
  readonly options: ReadOptions;
  readonly form: Form;
  readonly signal?: AbortSignal | undefined;
  readonly onEnd: (watch: OpenWatch) => void;
}

/** Opens a watch. Throws: what the API server refuses at once. */
export function openWatch(state: ServerState, route: Route, request: WatchRequest): OpenWatch {
  const { options, form, signal } = request;
  checkWatchOptions(options, state.watchList);
  const fits = selectionOf(route, options);
  const cleanUp: (() => void)[] = [];
  const stream: WatchStream = new WatchStream(() => {
    for (const each of cleanUp) each();
  });
  const send = (type: string, object: unknown): void => {
    stream.send(type, form(object));
  };
  // From a future version nothing is sent before the server has reached it, as the real one does after a restore from a
  // backup.
  const { resourceVersion: from = 0 } = options;
  const bookmark = (annotations?: Readonly<Record<string, string>>): void => {
    if (options.bookmarks && state.store.version >= from)
      send('BOOKMARK', bookmarkOf(route, state.store.version, annotations));
  };
  const notify = (event: StoreEvent): void => {
    if (event.kindId === route.served.id && event.version > from) sendEvent(event, fits, send);
  };
  begin({ state, route, options, fits, send, bookmark, notify, stream });
  const watch: OpenWatch = { stream, bookmark };
  if (!stream.isOpen) return watch;
  cleanUp.push(() => request.onEnd(watch), state.store.onChange(notify), ...timers(state, options, watch));
  cleanUp.push(follow(stream, signal));
  return watch;
}

interface Beginning {
  readonly state: ServerState;
  readonly route: Route;
  readonly options: ReadOptions;
  readonly fits: ObjectTest;
  readonly send: (type: string, object: unknown) => void;
  readonly bookmark: (annotations?: Readonly<Record<string, string>>) => void;
  readonly notify: (event: StoreEvent) => void;
  readonly stream: WatchStream;
}

/** Sends the first events of a watch: all objects, or the changes since its version. */
function begin(beginning: Beginning): void {
  const { resourceVersion = 0, sendInitialEvents } = beginning.options;
  const wantsAll = sendInitialEvents ?? resourceVersion === 0;
  if (wantsAll) sendAll(beginning);
  else sendSince(beginning, resourceVersion === 0 ? beginning.state.store.version : resourceVersion);
}

function sendAll({ state, route, options, fits, send, bookmark }: Beginning): void {
  for (const object of state.store.list(route.served.id).filter(fits)) send('ADDED', object);
  if (options.sendInitialEvents === true || options.resourceVersion === 0) bookmark(endOfInitial);
}

function sendSince({ state, route, notify, stream }: Beginning, version: number): void {
  try {
    for (const event of state.store.since(route.served.id, version)) notify(event);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    stream.send('ERROR', error.response.body);
    stream.end();
  }
}

/** An object that leaves the selection is sent as deleted, one that enters it as added. */
function sendEvent({ before, after, version }: StoreEvent, fits: ObjectTest, send: Beginning['send']): void {
  const was = before !== undefined && fits(before);
  const is = after !== undefined && fits(after);
  if (is) send(was ? 'MODIFIED' : 'ADDED', after);
  else if (was) send('DELETED', endedAt(before, version));
}

function endedAt(object: StoredObject, version: number): object {
  return withMeta(object, { resourceVersion: String(version) });
}

function bookmarkOf({ served }: Route, version: number, annotations?: Readonly<Record<string, string>>): object {
  const metadata = { resourceVersion: String(version), ...(annotations && { annotations }) };
  return { kind: served.kind.kind, apiVersion: served.apiVersion, metadata };
}

/** Starts the timers of a watch. Returns a function that cancels them. */
function timers(
  { clock }: ServerState,
  { timeoutSeconds, bookmarks }: ReadOptions,
  { stream, bookmark }: OpenWatch,
): (() => void)[] {
  const calledOff: (() => void)[] = [];
  if (timeoutSeconds !== undefined)
    calledOff.push(
      clock.after(timeoutSeconds * 1000, () => {
        stream.end();
      }),
    );
  if (!bookmarks) return calledOff;
  let cancel = (): void => undefined;
  const again = (): void => {
    cancel = clock.after(bookmarkEveryMs, () => {
      bookmark();
      again();
    });
  };
  again();
  return [
    ...calledOff,
    () => {
      cancel();
    },
  ];
}

/** Breaks the stream when `signal` aborts. Returns a function that ends this. */
function follow(stream: WatchStream, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => undefined;
  const abort = (): void => stream.break(abortReason(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
