import { keyText, type KubeObject, type ObjectKey } from '../base/index.ts';
import type { Change, ChangeListener } from './object-cache.ts';

/** A change that is not told yet, and who is not to be told. */
export interface Held<T> {
  readonly change: Change<T>;
  readonly except?: ChangeListener<T> | undefined;
}

/**
 * Changes of objects that we are writing to. The watch is often faster than the answer (about every second time on a
 * busy process), and only the answer tells which change is our own.
 */
export class HeldBack<T extends KubeObject> {
  readonly #keys = new Map<string, { writes: number; held: Held<T>[] }>();

  begin(key: ObjectKey): void {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) this.#keys.set(text, { writes: 1, held: [] });
    else known.writes += 1;
  }

  /** Ends one of the writes that have begun; returns what is to be told now that no other is under way. */
  end(key: ObjectKey): readonly Held<T>[] {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) return [];
    known.writes -= 1;
    if (known.writes > 0) return [];
    this.#keys.delete(text);
    return known.held;
  }

  /** Whether a change is held back now, instead of being told. */
  hold(each: Held<T>): boolean {
    const known = this.#keys.size === 0 ? undefined : this.#keys.get(keyText(each.change.key));
    known?.held.push(each);
    return known !== undefined;
  }

  /** What is held back of `key`, fits, and is not known to be somebody's yet, was done by `by`. */
  claim(key: ObjectKey, fits: (change: Change<T>) => boolean, by: ChangeListener<T> | undefined): void {
    const known = this.#keys.get(keyText(key));
    if (known === undefined) return;
    known.held = known.held.map((each) =>
      each.except === undefined && fits(each.change) ? { ...each, except: by } : each,
    );
  }
}
