import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { ChangeListener } from './object-cache.ts';

/** What a cache takes in of our own writes, through whichever cache of the kind they were made. */
export interface OwnWrites<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Takes in the server's response to a write. Returns what is held now. */
  takeWrite(object: T, except?: ChangeListener<T>): T;
  /** Takes in the response to a delete, which says that the object is deleted. */
  takeEnd(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
}

/** One object, as opposed to a later one under the same name. */
interface Incarnation {
  readonly key: ObjectKey;
  readonly uid: string;
}

interface View<T extends KubeObject> {
  readonly cache: OwnWrites<T>;
  readonly selects: (object: T) => boolean;
}

/**
 * The caches of one kind in a process, each with a selection of its own. A write through one cache is shown at once by
 * all others that select the object, before their watches show it. That an object leaves a selection only the watch
 * shows.
 */
export class KindViews<T extends KubeObject> {
  readonly #views: View<T>[] = [];

  /** @param selects whether `cache` selects an object by its labels */
  add(cache: OwnWrites<T>, selects: (object: T) => boolean): void {
    this.#views.push({ cache, selects });
  }

  /** Passes a write to all caches but `from`. @param object as the server returned it, untrimmed */
  shareWrite(from: OwnWrites<T>, object: T, except?: ChangeListener<T>): void {
    for (const { cache, selects } of this.#views) {
      const isWhole = from.kind.metadataOnly !== true || cache.kind.metadataOnly === true;
      if (cache === from || !isWhole || !selects(object)) continue;
      cache.takeWrite(cache.kind.metadataOnly === true ? pickMetadata(object) : object, except);
    }
  }

  /** Passes a deletion to all caches but `from`. */
  shareRemoval(from: OwnWrites<T>, { key, uid }: Incarnation, except?: ChangeListener<T>): void {
    for (const { cache } of this.#views) if (cache !== from) cache.takeEnd(key, uid, except);
  }
}

function pickMetadata<T extends KubeObject>({ apiVersion, kind, metadata }: T): T {
  return { apiVersion, kind, metadata } as T;
}
