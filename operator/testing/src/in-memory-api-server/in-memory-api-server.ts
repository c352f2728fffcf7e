import {
  ConnectionError,
  createFailingInterceptor,
  type FailingRequests,
  type FailOptions,
  type Failure,
  type Interceptor,
  type RecordedRequest,
  formatRequest,
} from './interceptors.ts';
import type { Api } from '@kubewright/runtime/internal/api';
import type { Clock, Kind, KubeObject } from '@kubewright/runtime/internal/base';
import { type Client, createClient, type Transport } from '@kubewright/runtime/internal/client';
import * as builtinKinds from '@kubewright/runtime/kinds';
import { createFakeClock } from '../fake-clock.ts';
import { collectGarbage, isAboutOwners } from './garbage-collector.ts';
import { createInMemoryTransport } from './in-memory-transport.ts';
import { cloneJson } from './json.ts';
import type { OpenWatch } from './reads/watch.ts';
import { unsupportedText } from './rejection.ts';
import { createServedKind, type ServedKind } from './served/served-kind.ts';
import { type ServerState, Store } from './store.ts';

export interface InMemoryApiServerOptions {
  /**
   * The kinds that are served beside the built-in ones: APIs with their schemas, as if their CRDs were installed.
   * @default - none
   */
  readonly kinds?: readonly (Api | Kind)[];
  /** For time stamps and the timeouts of watches. @default - a fake clock that stands still */
  readonly clock?: Clock;
  /** Whether watches can begin with the existing objects, as from Kubernetes 1.34 on. KEP-3157. @default true */
  readonly watchList?: boolean;
  /** The field manager of requests that name none. @default 'kubewright' */
  readonly defaultManager?: string;
}

/**
 * An API server in memory: it answers like the real one, without a process, a network or a wait.
 *
 * Guarantees: its responses are those of the real one, as far as the contract that runs against both covers them; what
 * it does not support it refuses with an error that begins with "the in-memory API server does not"; the same requests
 * get the same responses, uids and versions.
 *
 * It does not do what admission, controllers and nodes do: built-in kinds are neither validated nor defaulted, a
 * Deployment creates no Pods, and every namespace exists. For CRDs it does not evaluate CEL rules, but checks types,
 * bounds, patterns and enums.
 */
export interface InMemoryApiServer {
  readonly transport: Transport;
  /** A client on `transport`. */
  readonly client: Client;
  readonly clock: Clock;
  /** Of the last write. */
  readonly resourceVersion: string;
  /** The objects of a kind as they are stored, by namespace and name. @param namespace absent for all */
  objects<T extends KubeObject>(kind: Kind<T>, namespace?: string): readonly T[];
  /** Every request so far, in order. */
  requests(): readonly RecordedRequest[];
  /** Requests that this server does not support, in the words of their refusals. */
  readonly unsupported: readonly string[];
  /** Serves one more kind from now on, as when its CRD is installed. */
  serve(kind: Api | Kind): void;
  /** Puts `interceptor` between all clients and the server, before the earlier ones, until it is disposed. */
  intercept(interceptor: Interceptor): Disposable;
  /**
   * Makes the next requests that match `which` fail: with an HTTP status, with a response, or with a broken connection.
   * Dispose it to end that.
   */
  fail(which: FailingRequests, failure: Failure, options?: FailOptions): Disposable;
  /** Drops all versions but the present one: watches, lists and pages of older ones are answered with 410. */
  compact(): void;
  /** Sends a bookmark to every watch that wants bookmarks. */
  bookmark(): void;
  /** Breaks the connections of all watches. */
  breakWatches(): void;
  /** Watches that are open. */
  readonly openWatches: number;
}

/** Creates an API server without objects. */
export function createInMemoryApiServer(options: InMemoryApiServerOptions = {}): InMemoryApiServer {
  const { server, state } = createOpenApiServer(options);
  collectAfterWrites(state);
  return server;
}

/** A server with access to its state: a test can change objects there in ways that no request could. */
export interface OpenApiServer {
  readonly server: InMemoryApiServer;
  readonly state: ServerState;
}

/** For the runtime's own tests: a server without a garbage collector. */
export function createOpenApiServer(options: InMemoryApiServerOptions = {}, store = new Store()): OpenApiServer {
  const { clock = createFakeClock(), watchList = true, defaultManager = 'kubewright' } = options;
  const kinds: ServedKind[] = [...Object.values<Kind>(builtinKinds), ...(options.kinds ?? [])].map(createServedKind);
  let count = 0;
  const state: ServerState = { store, clock, kinds, watchList, defaultManager, next: () => (count += 1) };
  const unsupported: string[] = [];
  const interceptors: Interceptor[] = [recordUnsupported(unsupported)];
  const watches = new Set<OpenWatch>();
  const requests: RecordedRequest[] = [];
  const transport = createInMemoryTransport({ state, interceptors, watches, requests });
  const server: InMemoryApiServer = {
    transport,
    client: createClient(transport),
    clock,
    unsupported,
    get resourceVersion() {
      return String(store.version);
    },
    objects: <T extends KubeObject>({ plural, group }: Kind<T>, namespace?: string) =>
      cloneJson(store.list(`${plural}.${group}`) as unknown as readonly T[]).filter(
        ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
      ),
    requests: () => requests,
    serve: (kind) => void kinds.push(createServedKind(kind)),
    intercept: (interceptor) => add(interceptors, interceptor),
    fail: (which, failure, how) => add(interceptors, createFailingInterceptor(which, failure, how)),
    compact: () => store.compact(),
    bookmark: () => {
      for (const watch of watches) watch.sendBookmark();
    },
    breakWatches: () => {
      for (const { stream } of [...watches]) stream.break(new ConnectionError('ECONNRESET', 'connection reset'));
    },
    get openWatches() {
      return watches.size;
    },
  };
  return { server, state };
}

/** Runs the garbage collector after each write that makes it necessary, never during one. */
function collectAfterWrites(state: ServerState): void {
  let isCollecting = false;
  const begun = new Set<string>();
  state.store.onChange((event) => {
    if (isCollecting || !isAboutOwners(event)) return;
    isCollecting = true;
    collectGarbage(state, begun);
    isCollecting = false;
  });
}

function recordUnsupported(notes: string[]): Interceptor {
  return async (request, next) => {
    const response = await next();
    const { message = '' } = (response.body ?? {}) as { readonly message?: string };
    if (message.startsWith(unsupportedText)) notes.push(`${formatRequest(request)}: ${message}`);
    return response;
  };
}

function add(interceptors: Interceptor[], interceptor: Interceptor): Disposable {
  interceptors.unshift(interceptor);
  return {
    [Symbol.dispose]() {
      const index = interceptors.indexOf(interceptor);
      if (index >= 0) interceptors.splice(index, 1);
    },
  };
}
