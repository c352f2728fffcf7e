import {
  waitForAbort,
  waitForAll,
  formatApiVersion,
  type Kind,
  type KubeObject,
  type ObjectKey,
  onlyMetadata,
  OperatorError,
  catchFailure,
} from '../base/index.ts';
import { Namespace } from '../kinds/index.ts';
import { CacheEntry } from './cache-entry.ts';
import type { CacheOptions, CacheSelection, CacheState } from './cache-options.ts';
import { InstalledKinds } from './installed-kinds.ts';
import { KindViews } from './kind-views.ts';
import type { ObjectCache } from './object-cache.ts';
import { createTrim, type Trim } from './own-fields.ts';
import { SelectedNamespaces } from './selected-namespaces.ts';
import type { WatchScope } from './watch-scope.ts';

/** A cache whose callers choose which objects it watches, at any time. */
export interface ScopedCache<T extends KubeObject> {
  readonly cache: ObjectCache<T>;
  /**
   * Starts to watch the objects of a scope. Scopes of one cache must not overlap. Returns a function that releases the
   * scope: once every caller has done so, its watch ends, and the cache drops its objects as if they had left the
   * selection.
   */
  addScope(scope: WatchScope): () => void;
  /** Whether the cache knows the object of `key` or its absence: a scope that contains it is watched and synced. */
  isShown(key: ObjectKey): boolean;
  /**
   * The last error of the watch that should show the object of `key`. @default - `undefined` if the watch has not
   * failed
   */
  findProblem(key: ObjectKey): unknown;
  /**
   * Resolves once the cache shows the object of `key` or its absence, its watch has failed, or no scope contains it;
   * rejects with the reason of `signal`.
   */
  waitUntilSettled(key: ObjectKey, signal: AbortSignal): Promise<void>;
  /** Calls `listener` for each scope that is synced for the first time, or whose watch fails before that. */
  onScope(listener: (scope: WatchScope) => void): void;
}

/** The caches of a process: one per kind and selection, shared by all controllers. */
export interface Caches {
  /**
   * Returns the cache of a kind; the same one for the same selection.
   * @param selection absent for all objects
   */
  of<T extends KubeObject>(kind: Kind<T>, selection?: CacheSelection<T>): ObjectCache<T>;
  /** Returns a separate cache of the kind and selection that is empty and synced until a caller adds a scope. */
  scoped<T extends KubeObject>(kind: Kind<T>, selection?: CacheSelection<T>): ScopedCache<T>;
  /**
   * Starts the watches of all caches, including those that are requested later. Resolves after `signal` aborts, once
   * all connections are closed. Rejects at its end if a watch failed unexpectedly, and at once if the caches run
   * already.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves once every cache that was requested before this call is synced; rejects with the reason of `signal`. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /** Every cache requested so far. */
  readonly states: readonly CacheState[];
}

/** The caches of a process. Sends no request before `run`. */
export class WatchedCaches implements Caches {
  readonly #options: CacheOptions;
  readonly #trim: Trim;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #views = new Map<string, KindViews<KubeObject>>();
  readonly #trims: unknown[] = [];
  #installed: InstalledKinds | undefined;
  #selected: SelectedNamespaces | undefined;
  /** Watches that run or have failed. */
  readonly #works = new Set<Promise<void>>();
  #run: AbortSignal | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#trim = createTrim(options.fieldManagers);
  }

  of<T extends KubeObject>(kind: Kind<T>, selection: CacheSelection<T> = {}): ObjectCache<T> {
    const entry = this.#getEntry(kind, selection, 'all');
    if (selection.optional === true) entry.follow(this.#followInstalled());
    else entry.require();
    return entry.cache;
  }

  scoped<T extends KubeObject>(kind: Kind<T>, selection: CacheSelection<T> = {}): ScopedCache<T> {
    const { cache, watches, scopeListeners } = this.#getEntry(kind, selection, 'scoped');
    return {
      cache,
      addScope: (scope) => watches.add(scope),
      isShown: (key) => cache.findWatch(key)?.synced === true,
      findProblem: (key) => cache.findWatch(key)?.problem,
      waitUntilSettled: async (key, signal) => {
        // The scope of `key` may be removed and added again while we wait.
        for (let watch = cache.findWatch(key); watch?.settled.isOpen === false; watch = cache.findWatch(key))
          await watch.settled.waitUntilOpen(signal);
      },
      onScope: (listener) => void scopeListeners.add(listener),
    };
  }

  /** @param content `scoped` if callers choose the scopes */
  #getEntry<T extends KubeObject>(
    kind: Kind<T>,
    selection: CacheSelection<T>,
    content: 'all' | 'scoped',
  ): CacheEntry<T> {
    const { labelSelector, fieldSelector, trim } = selection;
    const { plural, metadataOnly } = kind;
    const id = JSON.stringify([
      formatApiVersion(kind),
      plural,
      metadataOnly === true,
      content,
      labelSelector,
      fieldSelector,
      this.#getTrimId(trim),
    ]);
    const known = this.#entries.get(id);
    if (known !== undefined) return known as unknown as CacheEntry<T>;
    const shared = { trim: this.#trim, views: this.#getViews(kind), track: this.#track };
    const entry = new CacheEntry(kind, selection, {
      ...this.#options,
      ...shared,
      isScoped: content === 'scoped',
    });
    this.#entries.set(id, entry as unknown as CacheEntry);
    if (this.#run !== undefined) entry.watches.begin(this.#run);
    if (content === 'all') this.#setScopes(entry);
    return entry;
  }

  #setScopes<T extends KubeObject>(entry: CacheEntry<T>): void {
    const { namespaces, namespaceSelector } = this.#options;
    if (!entry.cache.kind.namespaced) entry.setScopes([{}]);
    else if (namespaces !== undefined) entry.setScopes(namespaces.map((namespace) => ({ namespace })));
    else if (namespaceSelector === undefined) entry.setScopes([{}]);
    else this.#selectNamespaces(namespaceSelector).follow((scopes) => entry.setScopes(scopes));
  }

  #selectNamespaces(labelSelector: string): SelectedNamespaces {
    if (this.#selected !== undefined) return this.#selected;
    const entry = this.#getEntry(onlyMetadata(Namespace), { labelSelector }, 'all');
    entry.require();
    return (this.#selected = new SelectedNamespaces(entry.cache));
  }

  /** Starts on first use, because most processes have no optional kind. */
  #followInstalled(): InstalledKinds {
    if (this.#installed !== undefined) return this.#installed;
    const { client, clock, logger } = this.#options;
    this.#installed = new InstalledKinds({ transport: client.transport, clock, logger });
    if (this.#run !== undefined) this.#track(this.#installed.run(this.#run));
    return this.#installed;
  }

  /** All caches of one kind and version; `metadataOnly` caches of it are separate. */
  #getViews<T extends KubeObject>(kind: Kind<T>): KindViews<T> {
    const id = `${formatApiVersion(kind)} ${kind.plural}`;
    let views = this.#views.get(id);
    if (views === undefined) this.#views.set(id, (views = new KindViews<KubeObject>()));
    return views as unknown as KindViews<T>;
  }

  /** A number for each `trim` function. Two functions are equal only if they are identical. */
  #getTrimId(trim: unknown): number | undefined {
    if (trim === undefined) return undefined;
    if (!this.#trims.includes(trim)) this.#trims.push(trim);
    return this.#trims.indexOf(trim);
  }

  async run(signal: AbortSignal): Promise<void> {
    const hint = 'the caches are already running; stop them first';
    if (this.#run !== undefined) throw new OperatorError('DECLARATION_INVALID', 'run the caches', { hint });
    this.#run = signal;
    for (const { watches } of this.#entries.values()) watches.begin(signal);
    if (this.#installed !== undefined) this.#track(this.#installed.run(signal));
    await waitForAbort(signal);
    const works = [...this.#works];
    try {
      await waitForAll(works);
    } finally {
      for (const work of works) this.#works.delete(work);
      this.#run = undefined;
    }
  }

  /** Keeps only promises that are pending or have failed. */
  readonly #track = (work: Promise<void>): void => {
    const ended = work.then(() => {
      this.#works.delete(ended);
    });
    this.#works.add(ended);
    catchFailure(ended, (error) => this.#options.failed?.(error));
  };

  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ cache }) => cache.waitForSync(signal)));
  }

  get states(): readonly CacheState[] {
    return [...this.#entries.values()].map(({ state }) => state);
  }
}
