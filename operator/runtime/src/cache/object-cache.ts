import type { Kind, KubeObject, LogFields, ObjectKey, ObjectMeta } from '../base/index.ts';
import type { CacheIndex, IndexValues } from './indexer.ts';

/** A change of an object. When listeners get it, the cache already shows the new state. */
export interface Change<T> {
  readonly key: ObjectKey;
  /** The cached object before the change. If it was not cached, the last state that the API server sent. */
  readonly before: T | undefined;
  /**
   * The cached object after the change. It is the same as `before` if the cache already had a newer state, and absent
   * if the object was deleted.
   */
  readonly after: T | undefined;
  /** Whether the change belongs to the first sync of the cache. */
  readonly initial: boolean;
  /**
   * The managed fields of `after`, from which the cache removes them. @default - unknown, because the object came from
   * a list
   */
  readonly managedFields?: ObjectMeta['managedFields'];
}

/** Called for each change of a cache. A thrown error is logged and does not affect other listeners. */
export type ChangeListener<T> = (change: Change<T>) => void;

/**
 * The last known objects of a kind, including the writes of this process. Callers share the objects and must not change
 * them. Guarantees: after `recordWrite`, `get` returns that object or a newer one, until the API server reports its
 * deletion; an older state never replaces a cached one. The cache drops an object that leaves the selection, although
 * the object may still exist.
 */
export interface ObjectCache<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** The watched namespaces. @default - all */
  readonly namespaces?: readonly string[] | undefined;
  /**
   * Whether the watched namespaces are selected by a label, so that they can change while the process runs. @default
   * false
   */
  readonly followsNamespaces?: boolean;
  get(key: ObjectKey): T | undefined;
  /**
   * Returns the cached objects.
   * @param namespace absent for all namespaces
   */
  list(namespace?: string): readonly T[];
  /** Returns the first object for which `test` is true, without creating a list. */
  find(test: (object: T) => boolean): T | undefined;
  /**
   * Returns an index of the objects by `values`; the same index for the same function.
   * @param logFields additional fields of the log line about an object whose values cannot be computed, such as the
   *   purpose of the index
   */
  indexBy(values: IndexValues<T>, logFields?: LogFields): CacheIndex<T>;
  readonly size: number;
  /** Whether the listeners have been notified of all initial objects. */
  readonly synced: boolean;
  /** Whether the kind is installed and all initial objects are cached. Always true for a kind that is not optional. */
  readonly isPresent: boolean;
  /** Calls `listener` on each change of `isPresent`. Returns a function that removes the listener. */
  onPresence(listener: () => void): () => void;
  /** Resolves once `synced`; rejects with the reason of `signal`. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /**
   * For a cache that follows namespaces by label: resolves once it shows the objects of `namespace`; at once if the
   * namespace is not watched. Errors: the reason of `signal`; the error of the watch if it fails before that.
   */
  waitUntilShown?(namespace: string, signal: AbortSignal): Promise<void>;
  /**
   * Calls `listener` on each later change, except for writes for which `listener` was passed to `recordWrite`. Returns
   * a function that removes the listener.
   */
  onChange(listener: ChangeListener<T>): () => void;
  /**
   * Announces a write to `key`. Dispose it after `recordWrite` or `recordRemoval`, or when the write has failed. Until
   * then no listener is notified of events of that key: an event may arrive before the response, and only the response
   * tells that it is our own write. Reads show every event at once.
   */
  beginWrite(key: ObjectKey): Disposable;
  /**
   * Applies the API server's response to a write of this process: caches the object if it is newer than the cached one,
   * and notifies every listener except `except`. Other caches of the kind do the same if their label selector selects
   * the object and they have no field selector. Returns the cached object, or the trimmed object if it is already
   * deleted.
   * @param object as the API server returned it: each cache trims it itself
   * @param trimmed the result of `trim` for this cache. @default - computed
   */
  recordWrite(object: T, except?: ChangeListener<T>, trimmed?: T): T;
  /**
   * Applies the API server's response to a delete by this process. Notifies every listener except `except`; later watch
   * events of that `uid` do not restore the object. Other caches of the kind without a field selector do the same.
   */
  recordRemoval(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
  /** Trims an object as the cache does, without caching it. Used for objects that are read from the API server. */
  trim(object: T): T;
}

/** The methods of a cache that do not change it. */
export type CacheView<T extends KubeObject> = Pick<
  ObjectCache<T>,
  'kind' | 'isPresent' | 'namespaces' | 'followsNamespaces' | 'get' | 'list' | 'indexBy' | 'trim'
>;
