import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { ChangeListener } from './object-cache.ts';

/** What a cache takes in of our own writes, whichever cache of the kind they went through. */
export interface OwnWrites<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** The server's answer to a write. Returns what is held now. */
  takeWrite(object: T, except?: ChangeListener<T>): T;
  /** The answer to a delete says that the object is deleted. */
  takeEnd(key: ObjectKey, uid: string, except?: ChangeListener<T>): void;
}

/** An object under its name, and not another that has it later. */
interface Incarnation {
  readonly key: ObjectKey;
  readonly uid: string;
}

interface View<T extends KubeObject> {
  readonly cache: OwnWrites<T>;
  readonly selects: (object: T) => boolean;
}

/**
 * The caches of one kind in a process, each of a selection of its own. What is written through one is seen in all that
 * select it: at once, before their watches show it. Whether it is no longer selected only a watch shows.
 */
export class KindViews<T extends KubeObject> {
  readonly #views: View<T>[] = [];

  /** @param selects whether `cache` holds an object, going by its labels */
  add(cache: OwnWrites<T>, selects: (object: T) => boolean): void {
    this.#views.push({ cache, selects });
  }

  /** To all but `from`. @param object as the server answered, with all that one of them may need */
  wrote(from: OwnWrites<T>, object: T, except?: ChangeListener<T>): void {
    for (const { cache, selects } of this.#views) {
      const isWhole = from.kind.metadataOnly !== true || cache.kind.metadataOnly === true;
      if (cache === from || !isWhole || !selects(object)) continue;
      cache.takeWrite(cache.kind.metadataOnly === true ? metadataIn(object) : object, except);
    }
  }

  /** From all but `from`. */
  removed(from: OwnWrites<T>, { key, uid }: Incarnation, except?: ChangeListener<T>): void {
    for (const { cache } of this.#views) if (cache !== from) cache.takeEnd(key, uid, except);
  }
}

function metadataIn<T extends KubeObject>({ apiVersion, kind, metadata }: T): T {
  return { apiVersion, kind, metadata } as T;
}
