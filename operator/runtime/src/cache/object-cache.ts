import type { Kind, KubeObject, LogFields, ObjectKey } from '../base/index.ts';
import type { CacheIndex, IndexValues } from './indexer.ts';

/** A change of an object. The cache already shows its new state. */
export interface Change<T> {
  readonly key: ObjectKey;
  /** What the cache held; for an object that it did not hold, the last state that the server sent. */
  readonly before: T | undefined;
  /** What the cache holds now: the same as `before` if it knew something newer already; absent if the object is deleted. */
  readonly after: T | undefined;
  /** Whether it is from the first sync. */
  readonly initial: boolean;
}

/** What it throws is logged and stops no other listener. */
export type ChangeListener<T> = (change: Change<T>) => void;

/**
 * What we last saw of the objects of a kind, and what we just wrote. Objects are shared: no caller may change them.
 *
 * Guarantees: after `recordWrite`, `get` returns that object or a newer one, until the server reports its deletion; an older
 * state never replaces the one that is held. An object that left the selection is not held, though it may exist.
 */
export interface ObjectCache<T extends KubeObject> {
  readonly kind: Kind<T>;
  get(key: ObjectKey): T | undefined;
  /** @param namespace absent for all namespaces */
  list(namespace?: string): readonly T[];
  /** The first object for which `test` holds, without a list of the others. */
  find(test: (object: T) => boolean): T | undefined;
  /**
   * Finds objects by `values` from now on; the same index for the same function.
   *
   * @param logFields fields of the log line about an object whose values cannot be computed: who uses the index, and for
   * what
   */
  indexBy(values: IndexValues<T>, logFields?: LogFields): CacheIndex<T>;
  readonly size: number;
  /** Whether the listeners have been notified of all initial objects. */
  readonly synced: boolean;
  /** Resolves once `synced`; rejects with the reason of `signal`. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /**
   * Notifies `listener` of every change from now on, except for writes for which `listener` was passed to `recordWrite`.
   * Returns a function that ends this.
   */
  onChange(listener: ChangeListener<T>): () => void;
  /**
   * Announces a write to `key`; dispose it after `recordWrite` or `recordRemoval`, or when the write failed. Until then no listener
   * is notified of events of that key, because an event may arrive before the response, which alone says whose change
   * it is. Reads show every event at once.
   */
  beginWrite(key: ObjectKey): Disposable;
  /**
   * Takes in the server's response to a write of ours: it is kept if it is newer than what is held, and every listener
   * but `except` is notified. Every other cache of the kind takes it in, too, if its label selector selects the object
   * and it has no field selector. Returns what is held now, or the trimmed object if it is deleted already.
   *
   * @param object as the server returned it: each cache trims it itself
   * @param trimmed what `trim` has made of it here. @default - it is trimmed
   */
  recordWrite(object: T, except?: ChangeListener<T>, trimmed?: T): T;
  /**
   * Takes in the response to our delete. Every listener but `except` is notified, and no later event of that `uid`
   * brings the object back; the same in every other cache of the kind without a field selector.
   */
  recordRemoval(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
  /** Trims an object as the cache does, without keeping it: for responses to live reads. */
  trim(object: T): T;
}

/** A cache for callers that only read. */
export type CacheView<T extends KubeObject> = Pick<ObjectCache<T>, 'kind' | 'get' | 'list' | 'indexBy' | 'trim'>;
