import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { ChangeListener } from './object-cache.ts';

/** A cache that can be told about the writes of this process. */
export interface OwnWrites<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Applies the API server's response to a write. Returns the cached object. */
  takeWrite(object: T, except?: ChangeListener<T>): T;
  /** Applies the API server's response to a delete after which the object is gone. */
  takeEnd(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
}

/** One object, distinguished by its uid from a later object with the same name. */
interface Incarnation {
  readonly key: ObjectKey;
  readonly uid: string;
}

interface View<T extends KubeObject> {
  readonly cache: OwnWrites<T>;
  readonly selects: (object: T) => boolean;
}

/**
 * The caches of one kind in a process, each with its own selection. A write through one cache appears at once in all
 * others that select the object, before their watches show it. A cache drops an object that left its selection only
 * when its watch shows that.
 */
export class KindViews<T extends KubeObject> {
  readonly #views: View<T>[] = [];

  /**
   * Adds a cache.
   * @param selects whether `cache` selects an object by its labels
   */
  add(cache: OwnWrites<T>, selects: (object: T) => boolean): void {
    this.#views.push({ cache, selects });
  }

  /** Passes a write to all caches except `from`. @param object as the server returned it, untrimmed */
  shareWrite(from: OwnWrites<T>, object: T, except?: ChangeListener<T>): void {
    for (const { cache, selects } of this.#views) {
      const isWhole = from.kind.metadataOnly !== true || cache.kind.metadataOnly === true;
      if (cache === from || !isWhole || !selects(object)) continue;
      cache.takeWrite(cache.kind.metadataOnly === true ? pickMetadata(object) : object, except);
    }
  }

  /** Passes a deletion to all caches except `from`. */
  shareRemoval(from: OwnWrites<T>, { key, uid }: Incarnation, except?: ChangeListener<T>): void {
    for (const { cache } of this.#views) if (cache !== from) cache.takeEnd(key, uid, except);
  }
}

function pickMetadata<T extends KubeObject>({ apiVersion, kind, metadata }: T): T {
  return { apiVersion, kind, metadata } as T;
}
