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

/** A cache whose callers choose what it contains, also while it runs. */
export interface ScopedCache<T extends KubeObject> {
  readonly cache: ObjectCache<T>;
  /**
   * Watches the objects of a scope. No object may be in two scopes of a cache. Returns a function that gives the scope
   * back: once every caller has done so, its watch ends, and the cache drops its objects, like objects that left the
   * selection.
   */
  addScope(scope: WatchScope): () => void;
  /** Whether the cache shows the object of `key`, or that it does not exist: its scope is watched and synced. */
  isShown(key: ObjectKey): boolean;
  /** Why the object of `key` is not shown yet: the last error of its watch. @default - it has not failed */
  findProblem(key: ObjectKey): unknown;
  /**
   * Resolves once the cache shows the object of `key`, its watch has failed, or no scope contains it; rejects with the reason
   * of `signal`.
   */
  waitUntilSettled(key: ObjectKey, signal: AbortSignal): Promise<void>;
  /** Notifies `listener` of each scope that is shown for the first time, or whose watch fails before that. */
  onScope(listener: (scope: WatchScope) => void): void;
}

/** The caches of a process: one per kind and selection, shared by all callers. */
export interface Caches {
  /** The cache of a kind; the same one for the same selection. @param selection absent for all objects */
  of<T extends KubeObject>(kind: Kind<T>, selection?: CacheSelection<T>): ObjectCache<T>;
  /** Another cache of the kind and selection, without a scope: empty, and synced, until a caller adds one. */
  scoped<T extends KubeObject>(kind: Kind<T>, selection?: CacheSelection<T>): ScopedCache<T>;
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

/** Sends no request before `run`. */
export class WatchedCaches implements Caches {
  readonly #options: CacheOptions;
  readonly #trim: Trim;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #views = new Map<string, KindViews<KubeObject>>();
  readonly #trims: unknown[] = [];
  #installed: InstalledKinds | undefined;
  #selected: SelectedNamespaces | undefined;
  /** Running watches, and failed ones. */
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
        // Its scope may be removed and added again meanwhile.
        for (let watch = cache.findWatch(key); watch?.settled.isOpen === false; watch = cache.findWatch(key))
          await watch.settled.waitUntilOpen(signal);
      },
      onScope: (listener) => void scopeListeners.add(listener),
    };
  }

  /** @param content `scoped`: what callers add */
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

  /** Most processes have no optional kind. */
  #followInstalled(): InstalledKinds {
    if (this.#installed !== undefined) return this.#installed;
    const { client, clock, logger } = this.#options;
    this.#installed = new InstalledKinds({ transport: client.transport, clock, logger });
    if (this.#run !== undefined) this.#track(this.#installed.run(this.#run));
    return this.#installed;
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

  /** Remembers only works that have not ended, and failed ones. */
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
