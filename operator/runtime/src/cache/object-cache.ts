import type { Kind, KubeObject, LogFields, ObjectKey } from '../base/index.ts';
import type { CacheIndex, IndexValues } from './indexer.ts';

/** That something happened to an object. Its state now is in the cache. */
export interface Change<T> {
  readonly key: ObjectKey;
  /** What the cache held, or the last state that the server sent of an object that it did not hold. */
  readonly before: T | undefined;
  /** What the cache holds now: the same as `before` if it knew something newer already; absent if the object is deleted. */
  readonly after: T | undefined;
  /** From the first sync. */
  readonly initial: boolean;
}

/** What it throws is logged and stops no other listener. */
export type ChangeListener<T> = (change: Change<T>) => void;

/**
 * What we last saw of the objects of a kind, and what we just wrote. Objects are shared: nobody changes them.
 *
 * Guarantees: after `wrote`, `get` returns that object or a newer one, until the server reports its end; what is older
 * than what is held never replaces it. An object that left the selection is not held, though it may exist.
 */
export interface ObjectCache<T extends KubeObject> {
  readonly kind: Kind<T>;
  get(key: ObjectKey): T | undefined;
  /** @param namespace absent for all */
  list(namespace?: string): readonly T[];
  /**
   * Finds objects by `values` from now on; the same index for the same function.
   *
   * @param whose fields of the line about an object whose values cannot be computed: who asks for it, and what for
   */
  indexBy(values: IndexValues<T>, whose?: LogFields): CacheIndex<T>;
  readonly size: number;
  /** Whether all objects that there were at the start have reached the listeners. */
  readonly synced: boolean;
  /** Resolves once `synced`; rejects with the reason of `signal`. */
  whenSynced(signal: AbortSignal): Promise<void>;
  /** Notifies `listener` of every change from now on, but of no write that it passed to `wrote`. Returns how to end it. */
  onChange(listener: ChangeListener<T>): () => void;
  /**
   * Announces a write to `key`; dispose it after `wrote` or `removed`, or when the write failed. Until then no listener
   * is notified of that key, because the watch may be faster than the answer, which alone says whose change it is.
   * Reading shows everything at once.
   */
  writing(key: ObjectKey): Disposable;
  /**
   * The server's answer to a write of ours: kept if it is newer than what is held; every listener but `except` is
   * notified. Every other cache of the kind takes it in, too, if its label selector selects it and it has no field
   * selector. Returns what is held now; the object itself, trimmed, if it turns out to be deleted already.
   *
   * @param object as it was answered: each cache trims it by itself
   */
  wrote(object: T, except?: ChangeListener<T>): T;
  /**
   * Our delete was answered: the object is deleted. Every listener but `except` is notified, and no later event of that
   * `uid` brings it back; the same in every other cache of the kind without a field selector.
   */
  removed(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
  /** Trims an object as the cache does, without keeping it: for the answers of live GETs. */
  trim(object: T): T;
}

/** A cache for whoever only reads: it takes nothing in. */
export type CacheView<T extends KubeObject> = Pick<ObjectCache<T>, 'kind' | 'get' | 'list' | 'indexBy' | 'trim'>;
