import type { Kind, KubeObject, LogFields, ObjectKey, ObjectMeta } from '../base/index.ts';
import type { CacheIndex, IndexValues } from './indexer.ts';

/** A change of an object. The cache already shows its new state. */
export interface Change<T> {
  readonly key: ObjectKey;
  /** The cached object before; for an uncached object, the last state that the server sent. */
  readonly before: T | undefined;
  /**
   * The cached object now: the same as `before` if the cache knew something newer already; absent if the object is
   * deleted.
   */
  readonly after: T | undefined;
  /** Whether it comes from the first sync. */
  readonly initial: boolean;
  /** The managed fields of `after`, which lacks them. @default - unknown: from a list */
  readonly managedFields?: ObjectMeta['managedFields'];
}

/** Errors are logged and do not stop other listeners. */
export type ChangeListener<T> = (change: Change<T>) => void;

/**
 * The last known objects of a kind, with our own writes. Callers share objects and must not change them.
 *
 * Guarantees: after `recordWrite`, `get` returns that object or a newer one, until the server reports its deletion; an
 * older state never replaces a cached one. The cache drops an object that left the selection, though it may exist.
 */
export interface ObjectCache<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** The namespaces that it watches. @default - all */
  readonly namespaces?: readonly string[] | undefined;
  /** Whether these namespaces have a label, so that they come and go while the process runs. @default false */
  readonly followsNamespaces?: boolean;
  get(key: ObjectKey): T | undefined;
  /** @param namespace absent for all namespaces */
  list(namespace?: string): readonly T[];
  /** The first object for which `test` holds, without a list of the others. */
  find(test: (object: T) => boolean): T | undefined;
  /**
   * Finds objects by `values` from now on; returns the same index for the same function.
   *
   * @param logFields fields of the log line about an object whose values cannot be computed: the user and the purpose
   * of the index
   */
  indexBy(values: IndexValues<T>, logFields?: LogFields): CacheIndex<T>;
  readonly size: number;
  /** Whether the listeners have been notified of all initial objects. */
  readonly synced: boolean;
  /** Whether its kind is installed, and all initial objects are known. Always true if the kind is not optional. */
  readonly isPresent: boolean;
  /** Notifies `listener` of each change of `isPresent`. Returns a function that removes it. */
  onPresence(listener: () => void): () => void;
  /** Resolves once `synced`; rejects with the reason of `signal`. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /**
   * For a cache that follows namespaces: resolves once it shows the objects of `namespace`; at once if it does not watch
   * it. Errors: the reason of `signal`; the error of the watch if it has failed before.
   */
  waitUntilShown?(namespace: string, signal: AbortSignal): Promise<void>;
  /**
   * Notifies `listener` of every change from now on, except for writes for which `listener` was passed to
   * `recordWrite`. Returns a function that removes it.
   */
  onChange(listener: ChangeListener<T>): () => void;
  /**
   * Announces a write to `key`; dispose it after `recordWrite` or `recordRemoval`, or when the write failed. Until then
   * no listener is notified of events of that key, because an event may arrive before the response, which alone
   * identifies our change. Reads show every event at once.
   */
  beginWrite(key: ObjectKey): Disposable;
  /**
   * Applies the server's response to our own write: caches it if it is newer than the cached object, and notifies every
   * listener except `except`. So does every other cache of the kind whose label selector selects the object and that
   * has no field selector. Returns the cached object, or the trimmed object if it is deleted already.
   *
   * @param object as the server returned it: each cache trims it itself
   * @param trimmed the result of `trim` for this cache. @default - computed
   */
  recordWrite(object: T, except?: ChangeListener<T>, trimmed?: T): T;
  /**
   * Applies the response to our delete. Notifies every listener except `except`, and later events of that `uid` do not
   * restore the object; the same in every other cache of the kind without a field selector.
   */
  recordRemoval(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
  /** Trims an object as the cache does, without caching it: for responses to live reads. */
  trim(object: T): T;
}

/** A cache for callers that only read. */
export type CacheView<T extends KubeObject> = Pick<
  ObjectCache<T>,
  'kind' | 'isPresent' | 'namespaces' | 'followsNamespaces' | 'get' | 'list' | 'indexBy' | 'trim'
>;
