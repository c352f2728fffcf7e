import {
  type Clock,
  compareResourceVersions,
  getKey,
  type Kind,
  type KubeObject,
  type LogFields,
  type Logger,
  type ObjectKey,
} from '../base/index.ts';
import type { WatchEvent } from '../watch/index.ts';
import type { WatchProgress } from './watch-progress.ts';
import type { WatchScope } from './watch-scope.ts';
import { type DeferredEvent, DeferredEvents, isEnd, isWrite, Listeners } from './listeners.ts';
import type { KindViews, OwnWrites } from './kind-views.ts';
import type { ChangeListener, ObjectCache } from './object-cache.ts';
import { type CacheIndex, type IndexValues, Indexer } from './indexer.ts';
import { ObjectStore } from './object-store.ts';
import { Presence } from './presence.ts';
import { ScopeTable } from './scope-table.ts';
import { takeEvent } from './take-event.ts';

export interface WatchedCacheOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** The scopes at the start. @default - one scope with all objects */
  readonly scopes?: readonly WatchScope[];
  /** Whether the scopes are still unknown: the cache is not synced before `settle`. @default false */
  readonly isPending?: boolean;
  /** Whether the scopes are namespaces that a label selects. @default false */
  readonly followsNamespaces?: boolean;
  readonly trim: (object: T) => T;
  readonly clock: Pick<Clock, 'monotonic' | 'yieldIfDue'>;
  readonly logger: Logger;
  /** The other caches of the kind, which show writes through this one at once. @default - none */
  readonly views?: KindViews<T>;
}

/**
 * The cache of one kind and selection, filled by one watch per scope. Scopes must not overlap. Without a scope, the
 * cache is empty and synced.
 */
export class WatchedCache<T extends KubeObject> implements ObjectCache<T>, OwnWrites<T> {
  readonly kind: Kind<T>;
  readonly followsNamespaces: boolean;
  readonly presence: Presence = new Presence();
  readonly #onSynced = new Set<() => void>();
  readonly #scopes: ScopeTable;
  readonly #trim: (object: T) => T;
  readonly #views: KindViews<T> | undefined;
  readonly #clock: Pick<Clock, 'monotonic' | 'yieldIfDue'>;
  readonly #logger: Logger;
  readonly #store = new ObjectStore<T>();
  readonly #indexes = new Map<IndexValues<T>, Indexer<T>>();
  readonly #listeners: Listeners<T>;
  readonly #deferred = new DeferredEvents<T>();

  constructor(options: WatchedCacheOptions<T>) {
    const { scopes = [{}], isPending = false, trim, clock, logger, views } = options;
    this.kind = options.kind;
    this.followsNamespaces = options.followsNamespaces ?? false;
    this.#trim = trim;
    this.#views = views;
    this.#clock = clock;
    this.#logger = logger;
    this.#listeners = new Listeners(logger);
    this.#scopes = new ScopeTable({
      scopes,
      isPending,
      onSynced: () => {
        this.presence.complete();
        for (const listener of this.#onSynced) listener();
      },
    });
  }

  get isPresent(): boolean {
    return this.presence.isPresent;
  }

  onPresence(listener: () => void): () => void {
    return this.presence.onChange(listener);
  }

  /** The progress of each watch. Pass it to `take` with each of its events. */
  get watches(): readonly WatchProgress[] {
    return this.#scopes.watches;
  }

  /** Calls `listener` whenever the cache becomes synced. */
  onSynced(listener: () => void): void {
    this.#onSynced.add(listener);
  }

  /** Call it when all first scopes are added: the cache is then synced as soon as they are. */
  settle(): void {
    this.#scopes.settle();
  }

  get namespaces(): readonly string[] | undefined {
    const namespaces = this.watches.flatMap(({ scope }) => scope.namespace ?? []);
    return namespaces.length < this.watches.length ? undefined : namespaces;
  }

  /** Adds a scope. The cache is not synced until the watch of the scope has received its initial objects. */
  addScope(scope: WatchScope): WatchProgress {
    return this.#scopes.add(scope);
  }

  /**
   * Drops the objects of a scope. Resolves once all listeners are notified, as for objects that left the selection. If
   * the scope is added again in the meantime, the objects that are not dropped yet stay for its new watch.
   */
  async removeScope(progress: WatchProgress): Promise<void> {
    this.#scopes.remove(progress);
    for (const listed of this.#store.listIn(progress.scope)) {
      const key = getKey(listed);
      const before = this.#scopes.find(key) === undefined ? this.#store.get(key) : undefined;
      if (before === undefined) continue;
      this.#store.delete(key);
      this.#notify(progress, { change: { key, before, after: undefined, initial: false } });
      const due = this.#clock.yieldIfDue();
      if (due !== undefined) await due;
    }
  }

  get size(): number {
    return this.#store.size;
  }

  get synced(): boolean {
    return this.#scopes.latch.isOpen;
  }

  /** Whether the cache is synced or has been synced before, which a later `addScope` does not change. */
  get hasSynced(): boolean {
    return this.#scopes.latch.hasOpened;
  }

  /** The watch whose scope contains `key`; `undefined` if no scope does. */
  findWatch(key: ObjectKey): WatchProgress | undefined {
    return this.#scopes.find(key);
  }

  waitForSync(signal: AbortSignal): Promise<void> {
    return this.#scopes.latch.waitUntilOpen(signal);
  }

  async waitUntilShown(namespace: string, signal: AbortSignal): Promise<void> {
    if (this.isPresent) await this.#scopes.waitUntilShown({ namespace }, signal);
  }

  get(key: ObjectKey): T | undefined {
    return this.#store.get(key);
  }

  /** The cached object if it has the same uid and resource version: then the watch has already shown our own write. */
  findSameVersion({ metadata }: T): T | undefined {
    const held = this.#store.get(metadata);
    const { uid, resourceVersion } = metadata;
    return held?.metadata.resourceVersion === resourceVersion && held.metadata.uid === uid ? held : undefined;
  }

  list(namespace?: string): readonly T[] {
    return this.#store.list(namespace);
  }

  find(test: (object: T) => boolean): T | undefined {
    return this.#store.find(test);
  }

  indexBy(values: IndexValues<T>, logFields?: LogFields): CacheIndex<T> {
    let index = this.#indexes.get(values);
    if (index === undefined) {
      index = new Indexer(values, this.#logger, logFields);
      this.#indexes.set(values, index);
      this.#store.addIndex(index);
    }
    return index;
  }

  onChange(listener: ChangeListener<T>): () => void {
    return this.#listeners.add(listener);
  }

  beginWrite(key: ObjectKey): Disposable {
    this.#deferred.begin(key);
    let isPending = true;
    const end = (): void => {
      if (!isPending) return;
      isPending = false;
      for (const { change, except } of this.#deferred.end(key)) this.#listeners.notify(change, except);
    };
    return { [Symbol.dispose]: end };
  }

  trim(object: T): T {
    return this.#trim(object);
  }

  recordWrite(object: T, except?: ChangeListener<T>, trimmed: T = this.#trim(object)): T {
    this.#views?.shareWrite(this, object, except);
    return this.#takeTrimmed(trimmed, object, except);
  }

  recordRemoval(key: ObjectKey, uid: string, except?: ChangeListener<T>): void {
    this.#views?.shareRemoval(this, { key, uid }, except);
    this.takeEnd(key, uid, except);
  }

  takeWrite(object: T, except?: ChangeListener<T>): T {
    return this.#takeTrimmed(this.#trim(object), object, except);
  }

  /** @param whole `written` before it was trimmed */
  #takeTrimmed(written: T, { metadata }: T, except?: ChangeListener<T>): T {
    const key = getKey(written);
    const held = this.#store.get(key);
    const progress = this.#scopes.find(key);
    // Objects that remain from a removed scope may be older than our write.
    if (progress === undefined) return written;
    if (!this.#isNews(written, progress, except)) return held ?? written;
    const { resourceVersion } = written.metadata;
    const after = held === undefined || canReplace(written, held, progress) ? written : held;
    progress.expectOwnWrite(resourceVersion, key, this.#clock.monotonic());
    this.#store.set(key, after);
    const { managedFields } = metadata;
    const change = { key, before: held, after, initial: false, ...(managedFields && { managedFields }) };
    this.#notify(progress, { change, except });
    return after;
  }

  takeEnd(key: ObjectKey, uid: string, except?: ChangeListener<T>): void {
    const progress = this.#scopes.find(key);
    if (progress === undefined) return;
    progress.addTombstone(uid, this.#clock.monotonic());
    const before = this.#store.get(key);
    this.#deferred.claim(key, (change) => isEnd(change, uid), except);
    if (before?.metadata.uid !== uid) return;
    this.#store.delete(key);
    this.#notify(progress, { change: { key, before, after: undefined, initial: false }, except });
  }

  /**
   * Applies a watch event; resolves once all listeners are notified. Yields to the event loop while it processes a list
   * of thousands: until it is done, reads return objects from before the list or from the list, and never an object
   * older than our own writes.
   */
  async take(progress: WatchProgress, event: WatchEvent<T>): Promise<void> {
    if (progress.isOver) return;
    const changes = takeEvent({ store: this.#store, progress, now: this.#clock.monotonic() }, event);
    for (const change of changes) {
      if (change !== undefined) this.#notify(progress, { change });
      const due = this.#clock.yieldIfDue();
      if (due !== undefined) await due;
      if (isOver(progress)) return;
    }
    if (event.type !== 'replaced') return;
    this.#scopes.markSynced(progress);
  }

  /** Whether listeners must still be notified of our write: neither the watch nor an earlier response has shown it. */
  #isNews(written: T, progress: WatchProgress, except: ChangeListener<T> | undefined): boolean {
    const key = getKey(written);
    const { uid, resourceVersion } = written.metadata;
    const isHeld = this.#store.get(key)?.metadata.resourceVersion === resourceVersion;
    if (isHeld || progress.hasPassed(resourceVersion)) {
      // The event arrived before the response: the watch has already shown our write, and perhaps later changes.
      this.#deferred.claim(key, (change) => isWrite(change, resourceVersion), except);
      return false;
    }
    return !progress.hasTombstone(uid);
  }

  /**
   * Notifies in the order in which the cache received the changes. While events of a key are deferred, so are later
   * ones of this key.
   */
  #notify(progress: WatchProgress, { change, except }: DeferredEvent<T>): void {
    // Nothing is deferred until the first sync, which completes only after listeners were notified of all initial
    // objects.
    if (!progress.synced || !this.#deferred.defer({ change, except })) this.#listeners.notify(change, except);
  }
}

/** A function, because the compiler assumes that a field does not change during an `await`. */
function isOver(progress: WatchProgress): boolean {
  return progress.isOver;
}

/** Whether our write may replace the cached object. */
function canReplace(written: KubeObject, { metadata: held }: KubeObject, progress: WatchProgress): boolean {
  const isLost = progress.isSetBack && !progress.isExpected(held.resourceVersion);
  return isLost || compareResourceVersions(written.metadata.resourceVersion, held.resourceVersion) > 0;
}
