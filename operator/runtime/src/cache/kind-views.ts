import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { ChangeListener } from './object-cache.ts';

/** Applies our own writes through any cache of the kind. */
export interface OwnWrites<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Applies the server's response to a write. Returns the cached object. */
  takeWrite(object: T, except?: ChangeListener<T>): T;
  /** Applies the response to a delete of an object that is gone. */
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
 * The caches of one kind in a process, each with its own selection. All others that select the object show a write
 * through one cache at once, before their watches do. Only the watch shows that an object leaves a selection.
 */
export class KindViews<T extends KubeObject> {
  readonly #views: View<T>[] = [];

  /** @param selects whether `cache` selects an object by its labels */
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
