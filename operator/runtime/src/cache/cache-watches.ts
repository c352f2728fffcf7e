import { type KubeObject, OperatorError } from '../base/index.ts';
import type { WatchProgress } from './watch-progress.ts';
import type { WatchedCache } from './watched-cache.ts';
import { formatScope, type WatchScope } from './watch-scope.ts';

interface CacheWatchesOptions<T extends KubeObject> {
  readonly cache: WatchedCache<T>;
  /** Watches the objects of one scope until `signal` aborts. */
  readonly follow: (progress: WatchProgress, signal: AbortSignal) => Promise<void>;
  /**
   * Receives the promise of each watch, and of each removal of a scope's objects; the receiver awaits it and reports
   * its error.
   */
  readonly track: (work: Promise<void>) => void;
}

interface ScopeWatch {
  readonly progress: WatchProgress;
  holders: number;
  /** Aborts the watch of the scope. Absent while the caches do not run. */
  running?: AbortController;
}

/**
 * The watches of one cache, one per scope. A scope is watched while the caches run and at least one caller holds it.
 */
export class CacheWatches<T extends KubeObject> {
  readonly #options: CacheWatchesOptions<T>;
  readonly #watches = new Map<string, ScopeWatch>();
  #run: AbortSignal | undefined;

  constructor(options: CacheWatchesOptions<T>) {
    this.#options = options;
  }

  /**
   * Adds a holder of a scope; the first one starts its watch. Returns a function that releases the scope: after the
   * last release the watch ends, and the cache drops the objects of the scope.
   */
  add(scope: WatchScope): () => void {
    const id = formatScope(scope);
    const watch = this.#watches.get(id) ?? this.#create(id, scope);
    watch.holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      watch.holders -= 1;
      if (watch.holders === 0) this.#remove(id, watch);
    };
  }

  /** Runs the watches of all scopes, including scopes that are added later, until `signal` aborts. */
  begin(signal: AbortSignal): void {
    this.#run = signal;
    for (const watch of this.#watches.values()) this.#start(watch);
    // One listener for all scopes: listeners of derived signals would stay in memory.
    const end = (): void => {
      for (const { running } of this.#watches.values()) running?.abort(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
  }

  #create(id: string, scope: WatchScope): ScopeWatch {
    const watch: ScopeWatch = { progress: this.#options.cache.addScope(scope), holders: 0 };
    this.#watches.set(id, watch);
    this.#start(watch);
    return watch;
  }

  #start(watch: ScopeWatch): void {
    if (this.#run?.aborted !== false) return;
    watch.running = new AbortController();
    this.#options.track(this.#options.follow(watch.progress, watch.running.signal));
  }

  #remove(id: string, { progress, running }: ScopeWatch): void {
    this.#watches.delete(id);
    running?.abort(new OperatorError('STOPPED', 'watch'));
    this.#options.track(this.#options.cache.removeScope(progress));
  }
}
