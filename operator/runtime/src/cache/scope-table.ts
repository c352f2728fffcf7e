import type { ObjectKey } from '../base/index.ts';
import { Latch } from './latch.ts';
import { WatchProgress } from './watch-progress.ts';
import { formatScope, formatScopesOf, type WatchScope } from './watch-scope.ts';

interface ScopeTableOptions {
  readonly scopes: readonly WatchScope[];
  /** Whether the scopes are still unknown: the cache is not synced before `settle`. */
  readonly isPending: boolean;
  /** Called whenever all scopes have become synced. */
  readonly onSynced: () => void;
}

/** The scopes of a cache with the progress of their watches, and whether all of them are synced. */
export class ScopeTable {
  readonly latch: Latch = new Latch();
  readonly #watches = new Map<string, WatchProgress>();
  /** Watches that have not received their initial objects; contains the table itself while the scopes are unknown. */
  readonly #syncing = new Set<object>();
  readonly #onSynced: () => void;

  constructor({ scopes, isPending, onSynced }: ScopeTableOptions) {
    this.#onSynced = onSynced;
    if (isPending) this.#syncing.add(this);
    for (const scope of scopes) this.add(scope);
    this.#update();
  }

  get watches(): readonly WatchProgress[] {
    return [...this.#watches.values()];
  }

  add(scope: WatchScope): WatchProgress {
    const progress = new WatchProgress(scope);
    this.#watches.set(formatScope(scope), progress);
    this.#syncing.add(progress);
    this.latch.close();
    return progress;
  }

  remove(progress: WatchProgress): void {
    progress.isOver = true;
    progress.settled.open();
    this.#watches.delete(formatScope(progress.scope));
    this.#syncing.delete(progress);
    this.#update();
  }

  /** Call it when all first scopes are added: the cache is then synced as soon as they are. */
  settle(): void {
    this.#syncing.delete(this);
    this.#update();
  }

  markSynced(progress: WatchProgress): void {
    progress.synced = true;
    progress.settled.open();
    this.#syncing.delete(progress);
    this.#update();
  }

  /**
   * Resolves once the watch of `scope` has received its initial objects, or has ended. Errors: the reason of `signal`;
   * the error of the watch if it fails before that.
   */
  async waitUntilShown(scope: WatchScope, signal: AbortSignal): Promise<void> {
    const progress = this.#watches.get(formatScope(scope));
    await progress?.settled.waitUntilOpen(signal);
    if (progress !== undefined && !progress.synced && !progress.isOver) throw progress.problem;
  }

  /** The watch whose scope contains `key`; `undefined` if no scope does. */
  find(key: ObjectKey): WatchProgress | undefined {
    for (const scope of formatScopesOf(key)) {
      const progress = this.#watches.get(scope);
      if (progress !== undefined) return progress;
    }
    return undefined;
  }

  #update(): void {
    if (this.#syncing.size > 0) return;
    this.latch.open();
    this.#onSynced();
  }
}
