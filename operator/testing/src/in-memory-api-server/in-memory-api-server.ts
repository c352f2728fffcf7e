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
import type { ConversionDefinition } from '@kubewright/runtime/internal/conversion';
import { type Client, createClient, type Transport } from '@kubewright/runtime/internal/client';
import * as builtinKinds from '@kubewright/runtime/kinds';
import { createFakeClock } from '../fake-clock.ts';
import { collectGarbage, isAboutOwners } from './garbage-collector.ts';
import { createInMemoryTransport } from './in-memory-transport.ts';
import { cloneJson } from './json.ts';
import type { OpenWatch } from './reads/watch.ts';
import { unsupportedText } from './rejection.ts';
import { createServedKind, type ServedKind } from './served/served-kind.ts';
import type { FailingKind, SimulatedKind } from './simulate/simulated-kind.ts';
import { Simulation } from './simulate/simulation.ts';
import { createVersions, inVersion } from './served/versions.ts';
import { type ServerState, Store } from './store.ts';
import { formatLogSource, type LogSource } from './subresources/log.ts';

export interface InMemoryApiServerOptions {
  /**
   * Kinds to serve in addition to the built-in ones: APIs with their schemas, as if their CRDs were installed.
   * @default - none
   */
  readonly kinds?: readonly (Api | Kind)[];
  /**
   * Kinds with several versions. The server serves each version, stores `storageVersion`, and converts with the
   * author's functions. An apply treats fields that the same manager applied in another version as those of another
   * manager: it does not remove them, and a change of one is a conflict. @default - none
   */
  readonly conversions?: readonly ConversionDefinition[];
  /** The clock for timestamps and watch timeouts. @default - a fake clock that stands still */
  readonly clock?: Clock;
  /**
   * Whether watches can start with the existing objects (WatchList, KEP-3157), as in Kubernetes 1.34 and later.
   * @default true
   */
  readonly watchList?: boolean;
  /**
   * The texts of CEL rules that the server does not evaluate. Without this, it rejects a CRD with a rule that it does
   * not support. @default - none
   */
  readonly ignoredRules?: readonly string[];
}

/**
 * An API server in memory: it answers like the real one, without a process, a network or a wait.
 *
 * Guarantees: its responses match the real server's as far as a shared contract covers them; it rejects unsupported
 * requests with an error that begins with "the in-memory API server does not"; the same requests get the same
 * responses, uids and versions.
 *
 * It fills in the defaults of common built-in kinds, but does not validate them. For CRDs it checks types, bounds,
 * patterns, enums and CEL rules. It does not run admission, controllers or nodes: a Deployment creates no Pods (`simulate`
 * writes its status), and every namespace exists.
 */
export interface InMemoryApiServer {
  readonly transport: Transport;
  /** A client for this server. */
  readonly client: Client;
  readonly clock: Clock;
  /** The resource version of the last write. */
  readonly resourceVersion: string;
  /**
   * Returns the stored objects of a kind, in its version, ordered by namespace and name.
   * @param namespace absent for all namespaces
   */
  objects<T extends KubeObject>(kind: Kind<T>, namespace?: string): readonly T[];
  /** Returns all requests so far, in order, without those for discovery. */
  requests(): readonly RecordedRequest[];
  /** Descriptions of unsupported requests, as in their error responses. */
  readonly unsupported: readonly string[];
  /**
   * Also serves this kind from now on, as if its CRD had been installed. Throws: for a CEL rule that the server does
   * not support.
   */
  serve(kind: Api | Kind): void;
  /**
   * Acts as the controllers of these kinds until it is disposed: objects become ready or complete, or fail (`failing`),
   * as soon as they are created or their spec changes; existing objects do so at once. A status that the test writes
   * stays until the next change of the spec. For the same kind, the last call wins.
   */
  simulate(kinds: readonly (SimulatedKind | FailingKind)[]): Disposable;
  /** Sets the log that `pods/log` returns for a container. Before, the log is empty. */
  setLog(source: LogSource, text: string): void;
  /** Stops serving this kind, as if its CRD had been deleted: its objects are gone, and its watches end. */
  stopServing(kind: Kind): void;
  /** Calls `interceptor` for each request, before earlier interceptors, until it is disposed. */
  intercept(interceptor: Interceptor): Disposable;
  /**
   * Makes the next requests that match `which` fail: with an HTTP status, a response, or a broken connection. Dispose
   * it to stop.
   */
  fail(which: FailingRequests, failure: Failure, options?: FailOptions): Disposable;
  /** Drops the history: watches, lists and pages of older versions fail with 410. */
  compact(): void;
  /** Sends a bookmark to every watch that requested bookmarks. */
  bookmark(): void;
  /** Breaks the connections of all watches. */
  breakWatches(): void;
  /** The number of open watches. */
  readonly openWatches: number;
}

/** Creates an API server without objects. */
export function createInMemoryApiServer(options: InMemoryApiServerOptions = {}): InMemoryApiServer {
  const { server, state } = createOpenApiServer(options);
  collectAfterWrites(state);
  return server;
}

/** A server whose state tests can change in ways that no request can. */
export interface OpenApiServer {
  readonly server: InMemoryApiServer;
  readonly state: ServerState;
}

/** Creates a server without a garbage collector, for tests of the runtime itself. */
export function createOpenApiServer(options: InMemoryApiServerOptions = {}, store = new Store()): OpenApiServer {
  const { clock = createFakeClock(), watchList = true } = options;
  const ignoredRules = new Set(options.ignoredRules);
  const install = (kind: Api | Kind): ServedKind => createServedKind(kind, ignoredRules);
  const versions = (options.conversions ?? []).flatMap((each) => createVersions(each, install));
  const single = [...Object.values<Kind>(builtinKinds), ...(options.kinds ?? [])].map(install);
  const converted = new Set(versions.map(({ id }) => id));
  const kinds = [...single.filter(({ id }) => !converted.has(id)), ...versions];
  let count = 0;
  const logs = new Map<string, string>();
  const state: ServerState = { store, clock, kinds, watchList, logs, next: () => (count += 1) };
  const simulation = new Simulation(state);
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
    objects: <T extends KubeObject>({ plural, group, version }: Kind<T>, namespace?: string) => {
      const id = `${plural}.${group}`;
      const served = kinds.find((each) => each.id === id && each.kind.version === version);
      const seen = served === undefined ? store : inVersion(store, served);
      return cloneJson(seen.list(id) as unknown as readonly T[]).filter(
        ({ metadata }) => namespace === undefined || metadata.namespace === namespace,
      );
    },
    requests: () => requests,
    serve: (kind) => void kinds.push(install(kind)),
    stopServing: (kind) => {
      const ended = createServedKind(kind);
      kinds.splice(0, kinds.length, ...kinds.filter(({ id }) => id !== ended.id));
      for (const watch of [...watches]) if (watch.kindId === ended.id) watch.stream.end();
      for (const object of store.list(ended.id)) store.remove(ended, object);
    },
    setLog: (source, text) => void logs.set(formatLogSource(source), text),
    simulate: (simulated) => simulation.start(simulated),
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

/** Runs the garbage collector after each write that may give it something to do, but not during a write. */
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
