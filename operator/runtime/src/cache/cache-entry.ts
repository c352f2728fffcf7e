import { formatKind, formatKey, getKey, getMessage, type Kind, type KubeObject, type Logger } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import { computeStreamSeconds, watchObjects, type WatchObjectsOptions } from '../watch/index.ts';
import { CacheWatches } from './cache-watches.ts';
import type { CacheOptions, CacheSelection, CacheState } from './cache-options.ts';
import type { KindViews } from './kind-views.ts';
import { createSelectorTest } from './label-selector.ts';
import type { Trim } from './own-fields.ts';
import type { WatchProgress } from './watch-progress.ts';
import { selectScope, type WatchScope } from './watch-scope.ts';
import { WatchedCache } from './watched-cache.ts';

/** A cache with its watches. */
export interface CacheEntry<T extends KubeObject = KubeObject> {
  readonly cache: WatchedCache<T>;
  readonly watches: CacheWatches<T>;
  readonly state: () => CacheState;
  /** Notified of each scope that is filled for the first time, or whose watch fails before that. */
  readonly scopeListeners: Set<(scope: WatchScope) => void>;
}

interface EntryOptions<T extends KubeObject> extends CacheOptions {
  readonly trim: Trim;
  readonly views: KindViews<T>;
  /** Its first scopes: they stay. */
  readonly scopes: readonly WatchScope[];
  readonly track: (work: Promise<void>) => void;
}

export function createEntry<T extends KubeObject>(
  kind: Kind<T>,
  { trim: authors, ...selection }: CacheSelection<T>,
  options: EntryOptions<T>,
): CacheEntry<T> {
  const { client, clock, random, watchList = true, views, scopes, track } = options;
  const logger = options.logger.child({ kind: formatKind(kind) });
  // The author's function runs first, because `findOwnFields` remembers managed fields by the identity of the cached
  // object.
  const trim = (object: T): T => options.trim(authors === undefined ? object : trimSafely(authors, object, logger));
  const cache = new WatchedCache({ kind, trim, clock, logger, scopes, views });
  // Only the server can evaluate a field selector.
  if (selection.fieldSelector === undefined) views.add(cache, createSelectorTest(selection.labelSelector));
  let problem: string | undefined;
  const scopeListeners = new Set<(scope: WatchScope) => void>();
  const settle = (progress: WatchProgress, failure?: unknown): void => {
    progress.problem = failure;
    for (const listener of scopeListeners) listener(progress.scope);
  };
  const follow = (progress: WatchProgress, signal: AbortSignal): Promise<void> => {
    const { scope } = progress;
    return watchObjects(
      {
        resource: client.resource(kind),
        selection: selectScope(selection, scope),
        clock,
        logger: Object.keys(scope).length === 0 ? logger : logger.child({ ...scope }),
        watchList,
        ...(random && { random }),
        ...(scope.name !== undefined && shareConnections(client, random)),
        trim,
        trimChange: (object) => cache.findSameVersion(object) ?? trim(object),
        onFailure: (error) => {
          problem = getMessage(error);
          if (!progress.synced) settle(progress, error);
        },
        onEvent: async (event) => {
          const isFilled = progress.synced;
          await cache.take(progress, event);
          if (!isFilled && progress.synced) settle(progress);
        },
      },
      signal,
    );
  };
  return {
    cache,
    watches: new CacheWatches({ cache, follow, track }),
    scopeListeners,
    state: () => ({
      ...{ kind: formatKind(kind), synced: cache.hasSynced },
      ...(problem !== undefined && { problem }),
    }),
  };
}

/**
 * For watches of single objects, of which there may be thousands. As in client-go they last for five to ten minutes on
 * connections that are checked by pings: renewed each minute, 10,000 of them took a third of a core.
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
