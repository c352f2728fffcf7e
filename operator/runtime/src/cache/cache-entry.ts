import { formatKind, formatKey, getKey, getMessage, type Kind, type KubeObject, type Logger } from '../base/index.ts';
import { type Client, isKindGone } from '../client/index.ts';
import { computeStreamSeconds, watchObjects, type WatchObjectsOptions } from '../watch/index.ts';
import { CacheWatches } from './cache-watches.ts';
import type { CacheOptions, CacheSelection, CacheState } from './cache-options.ts';
import type { InstalledKinds } from './installed-kinds.ts';
import type { KindViews } from './kind-views.ts';
import { createSelectorTest } from './label-selector.ts';
import type { Trim } from './own-fields.ts';
import type { WatchProgress } from './watch-progress.ts';
import { formatScope, selectScope, type WatchScope } from './watch-scope.ts';
import { WatchedCache } from './watched-cache.ts';

interface EntryOptions<T extends KubeObject> extends CacheOptions {
  readonly trim: Trim;
  readonly views: KindViews<T>;
  /**
   * Whether callers choose the watched scopes with `addScope`. Otherwise the cache is synced only after its scopes are
   * known.
   */
  readonly isScoped: boolean;
  readonly track: (work: Promise<void>) => void;
}

/** A cache of one kind and selection, with the watches that fill it. */
export class CacheEntry<T extends KubeObject = KubeObject> {
  readonly cache: WatchedCache<T>;
  readonly watches: CacheWatches<T>;
  /** Called for each scope that is filled for the first time, or whose watch fails before that. */
  readonly scopeListeners: Set<(scope: WatchScope) => void> = new Set<(scope: WatchScope) => void>();
  readonly #isScoped: boolean;
  #isRequired = false;
  /** Follows whether the kind is installed. Absent for a kind that is not optional. */
  #installed: InstalledKinds | undefined;
  #isInstalled: boolean | undefined;
  /** The scopes to watch while the kind is installed. `undefined` until they are known. */
  #scopes: readonly WatchScope[] | undefined;
  /** Release functions of the watched scopes, by scope. */
  readonly #held = new Map<string, () => void>();
  #problem: string | undefined;

  constructor(kind: Kind<T>, selection: CacheSelection<T>, options: EntryOptions<T>) {
    this.#isScoped = options.isScoped;
    const onFailure = (error: unknown): void => {
      this.#problem = getMessage(error);
      // The CRD of an optional kind may be gone.
      this.#installed?.askNow();
    };
    const onScope = (scope: WatchScope): void => {
      for (const listener of this.scopeListeners) listener(scope);
    };
    // `InstalledKinds` reports that the CRD of an optional kind is gone.
    const isExpected = (error: unknown): boolean =>
      this.#installed !== undefined && !this.#isRequired && isKindGone(error);
    const { cache, follow } = createCache(kind, selection, { ...options, onFailure, isExpected, onScope });
    this.cache = cache;
    this.watches = new CacheWatches({ cache, follow, track: options.track });
  }

  get state(): CacheState {
    return {
      kind: formatKind(this.cache.kind),
      // A scope that is added later, or a kind that is installed later, must not make a ready process unready.
      synced: this.#isScoped || this.cache.hasSynced,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  /** Replaces the watched scopes. */
  setScopes(scopes: readonly WatchScope[]): void {
    this.#scopes = scopes;
    this.#update();
  }

  /** Watches the kind whether or not it is installed. */
  require(): void {
    this.#isRequired = true;
    this.#update();
  }

  /** Watches the kind only while it is installed. */
  follow(installed: InstalledKinds): void {
    if (this.#installed !== undefined) return;
    this.#installed = installed;
    this.cache.presence.end();
    installed.follow(this.cache.kind, (answer) => {
      if (typeof answer === 'string') {
        this.#problem = answer;
        return;
      }
      this.#isInstalled = answer;
      // Before the update drops the objects, because listeners that it notifies must find the kind absent.
      if (answer) this.cache.presence.begin();
      else this.cache.presence.end();
      if (!answer) this.#problem = undefined;
      this.#update();
    });
  }

  #update(): void {
    const isWatched = this.#isRequired || this.#isInstalled;
    if (this.#scopes === undefined || isWatched === undefined) return;
    const wanted = new Map((isWatched ? this.#scopes : []).map((scope) => [formatScope(scope), scope]));
    for (const [id, scope] of wanted) if (!this.#held.has(id)) this.#held.set(id, this.watches.add(scope));
    for (const [id, release] of this.#held) {
      if (wanted.has(id)) continue;
      this.#held.delete(id);
      release();
    }
    this.cache.settle();
  }
}

interface FollowedCache<T extends KubeObject> {
  readonly cache: WatchedCache<T>;
  readonly follow: (progress: WatchProgress, signal: AbortSignal) => Promise<void>;
}

function createCache<T extends KubeObject>(
  kind: Kind<T>,
  { trim: authors, optional: _, ...selection }: CacheSelection<T>,
  options: EntryOptions<T> & {
    readonly onFailure: (error: unknown) => void;
    readonly isExpected: (error: unknown) => boolean;
    readonly onScope: (scope: WatchScope) => void;
  },
): FollowedCache<T> {
  const { client, clock, random, watchList = true, views, isScoped, onFailure, isExpected, onScope } = options;
  const logger = options.logger.child({ kind: formatKind(kind) });
  // The author's function runs first, because `findOwnFields` looks managed fields up by the identity of the cached
  // object.
  const trim = (object: T): T => options.trim(authors === undefined ? object : trimSafely(authors, object, logger));
  const followsNamespaces = !isScoped && kind.namespaced && isFollowing(options);
  const common = { kind, trim, clock, logger, views, followsNamespaces };
  const cache = new WatchedCache({ ...common, scopes: [], isPending: !isScoped });
  // Only the server can evaluate a field selector.
  if (selection.fieldSelector === undefined) views.add(cache, createSelectorTest(selection.labelSelector));
  const settle = (progress: WatchProgress, failure?: unknown): void => {
    progress.problem = failure;
    progress.settled.open();
    onScope(progress.scope);
  };
  const follow = (progress: WatchProgress, signal: AbortSignal): Promise<void> =>
    watchObjects(
      {
        resource: client.resource(kind),
        selection: selectScope(selection, progress.scope),
        clock,
        logger: Object.keys(progress.scope).length === 0 ? logger : logger.child({ ...progress.scope }),
        watchList,
        ...(random && { random }),
        ...(progress.scope.name !== undefined && shareConnections(client, random)),
        trim,
        trimChange: (object) => cache.findSameVersion(object) ?? trim(object),
        onFailure: (error) => {
          onFailure(error);
          if (!progress.synced) settle(progress, error);
        },
        isExpected,
        onEvent: async (event) => {
          const isFilled = progress.synced;
          await cache.take(progress, event);
          if (!isFilled && progress.synced) settle(progress);
        },
      },
      signal,
    );
  return { cache, follow };
}

/** Whether the watched namespaces change at run time: only with a label selector, and without a list of namespaces. */
function isFollowing({ namespaces, namespaceSelector }: CacheOptions): boolean {
  return namespaces === undefined && namespaceSelector !== undefined;
}

/**
 * Settings for watches of single objects, of which there may be thousands. As in client-go, a watch lasts five to ten
 * minutes, and pings check its connection. With a renewal each minute, 10,000 watches took a third of a CPU core.
 */
function shareConnections(
  { transport }: Client,
  random = Math.random,
): Pick<WatchObjectsOptions<KubeObject>, 'sharesConnection' | 'timeoutSeconds'> {
  const [leastSeconds, moreSeconds] = [300, 300];
  const timeoutSeconds = (): number =>
    transport.isMultiplexed === true ? leastSeconds + Math.floor(random() * moreSeconds) : computeStreamSeconds(random);
  return { sharesConnection: true, timeoutSeconds };
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
