import {
  waitForAbort,
  waitForAll,
  formatApiVersion,
  type Clock,
  type OnFailure,
  type Kind,
  getKey,
  formatKey,
  formatKind,
  type KubeObject,
  type Logger,
  getMessage,
  OperatorError,
  catchFailure,
} from '../base/index.ts';
import type { Client, Selection } from '../client/index.ts';
import { watchObjects } from '../watch/index.ts';
import type { WatchProgress } from './watch-progress.ts';
import { KindViews } from './kind-views.ts';
import { createSelectorTest } from './label-selector.ts';
import type { ObjectCache } from './object-cache.ts';
import { createTrim, type Trim } from './own-fields.ts';
import { WatchedCache } from './watched-cache.ts';

export interface CacheOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Field managers whose applied fields `findOwnFields` returns. */
  readonly fieldManagers: readonly string[];
  /**
   * Watched namespaces, with one watch per kind each; cluster-scoped kinds are always watched completely. @default -
   * all
   */
  readonly namespaces?: readonly string[];
  /** Whether to stream initial objects (WatchList), if the API server supports it. KEP-3157. @default true */
  readonly watchList?: boolean;
  /** Randomizes waits and timeouts of the watches; in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Receives the unexpected error of a watch at once. @default - `run` rejects with it at its end */
  readonly failed?: OnFailure;
}

/** Selects the objects of a cache, and their fields. */
export interface CacheSelection<T extends KubeObject = KubeObject> extends Omit<Selection, 'namespace'> {
  /**
   * Drops fields that reconciles do not need before an object is cached; also called for responses to writes. Pure.
   * `apiVersion`, `kind` and `metadata` always stay. If it throws, the error is logged, and the whole object is cached.
   * @default - keeps all except `managedFields`
   */
  trim?(this: void, object: T): T;
}

/** The state of a cache. */
export interface CacheState {
  /** Its kind as text: `Deployment.apps`. */
  readonly kind: string;
  /** Whether it contains all initial objects. */
  readonly synced: boolean;
  /** The last error of its watch. @default - none */
  readonly problem?: string;
}

/** The caches of a process: one per kind and selection, shared by all callers. */
export interface Caches {
  /** The cache of a kind; the same one for the same selection. @param selection absent for all objects */
  of<T extends KubeObject>(kind: Kind<T>, selection?: CacheSelection<T>): ObjectCache<T>;
  /**
   * Starts the watches of all requested caches, including later requests. Resolves after `signal` aborted, once nothing
   * is open any more. Rejects if they run already, or, at its end, if a watch failed unexpectedly.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves once every cache requested so far is synced; rejects with the reason of `signal`. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /** Every cache requested so far. */
  readonly states: readonly CacheState[];
}

interface CacheEntry {
  /** An `ObjectCache` with the type of the kind in its key. */
  readonly cache: unknown;
  readonly waitForSync: (signal: AbortSignal) => Promise<void>;
  readonly state: () => CacheState;
  /** Fills the cache with one or several watches until `signal` aborts. */
  readonly watch: (signal: AbortSignal) => readonly Promise<void>[];
}

/** Sends no request before `run`. */
export class WatchedCaches implements Caches {
  readonly #options: CacheOptions;
  readonly #trim: Trim;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #views = new Map<string, KindViews<KubeObject>>();
  readonly #trims: unknown[] = [];
  #run: { readonly signal: AbortSignal; readonly watches: Promise<void>[] } | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#trim = createTrim(options.fieldManagers);
  }

  of<T extends KubeObject>(kind: Kind<T>, selection: CacheSelection<T> = {}): ObjectCache<T> {
    const { labelSelector, fieldSelector, trim } = selection;
    const { plural, metadataOnly } = kind;
    const id = JSON.stringify([
      formatApiVersion(kind),
      plural,
      metadataOnly === true,
      labelSelector,
      fieldSelector,
      this.#getTrimId(trim),
    ]);
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = createEntry(kind, selection, { ...this.#options, trim: this.#trim, views: this.#getViews(kind) });
      this.#entries.set(id, entry);
      this.#begin(entry);
    }
    return entry.cache as ObjectCache<T>;
  }

  /** Caches of the same kind and version, with whole objects or with metadata alone. */
  #getViews<T extends KubeObject>(kind: Kind<T>): KindViews<T> {
    const id = `${formatApiVersion(kind)} ${kind.plural}`;
    let views = this.#views.get(id);
    if (views === undefined) this.#views.set(id, (views = new KindViews<KubeObject>()));
    return views as unknown as KindViews<T>;
  }

  /** Two `trim` functions are equal only if they are identical. */
  #getTrimId(trim: unknown): number | undefined {
    if (trim === undefined) return undefined;
    if (!this.#trims.includes(trim)) this.#trims.push(trim);
    return this.#trims.indexOf(trim);
  }

  async run(signal: AbortSignal): Promise<void> {
    const hint = 'they are already running; stop them first';
    if (this.#run !== undefined) throw new OperatorError('DECLARATION_INVALID', 'run the caches', { hint });
    const watches: Promise<void>[] = [];
    this.#run = { signal, watches };
    for (const entry of this.#entries.values()) this.#begin(entry);
    await waitForAbort(signal);
    try {
      await waitForAll(watches);
    } finally {
      this.#run = undefined;
    }
  }

  #begin(entry: CacheEntry): void {
    if (this.#run === undefined) return;
    const { signal, watches } = this.#run;
    for (const watch of entry.watch(signal)) {
      catchFailure(watch, (error) => this.#options.failed?.(error));
      watches.push(watch);
    }
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => entry.waitForSync(signal)));
  }

  get states(): readonly CacheState[] {
    return [...this.#entries.values()].map((entry) => entry.state());
  }
}

function createEntry<T extends KubeObject>(
  kind: Kind<T>,
  { trim: authors, ...selection }: CacheSelection<T>,
  options: CacheOptions & { readonly trim: Trim; readonly views: KindViews<T> },
): CacheEntry {
  const { client, clock, random, watchList = true, views } = options;
  const logger = options.logger.child({ kind: formatKind(kind) });
  // The author's function runs first, because `findOwnFields` remembers managed fields by the identity of the cached
  // object.
  const trim = (object: T): T => options.trim(authors === undefined ? object : trimSafely(authors, object, logger));
  const cache = new WatchedCache({
    kind,
    trim,
    clock,
    logger,
    namespaces: kind.namespaced ? options.namespaces : undefined,
    views,
  });
  // Only the server can evaluate a field selector.
  if (selection.fieldSelector === undefined) views.add(cache, createSelectorTest(selection.labelSelector));
  let problem: string | undefined;
  const follow = (progress: WatchProgress, signal: AbortSignal): Promise<void> => {
    const { namespace } = progress;
    return watchObjects(
      {
        resource: client.resource(kind),
        selection: { ...selection, ...(namespace !== undefined && { namespace }) },
        clock,
        logger: namespace === undefined ? logger : logger.child({ namespace }),
        watchList,
        ...(random && { random }),
        trim,
        trimChange: (object) => cache.findSameVersion(object) ?? trim(object),
        onFailure: (error) => (problem = getMessage(error)),
        onEvent: (event) => cache.take(progress, event),
      },
      signal,
    );
  };
  return {
    cache,
    waitForSync: (signal) => cache.waitForSync(signal),
    state: () => ({ kind: formatKind(kind), synced: cache.synced, ...(problem !== undefined && { problem }) }),
    watch: (signal) => cache.watches.map((progress) => follow(progress, signal)),
  };
}

function trimSafely<T extends KubeObject>(trim: (object: T) => T, object: T, logger: Logger): T {
  try {
    const { apiVersion, kind, metadata } = object;
    return { ...trim(object), apiVersion, kind, metadata };
  } catch (error) {
    logger.error(error, 'failed to trim an object', { object: formatKey(getKey(object)) });
    return object;
  }
}
