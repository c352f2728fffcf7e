import { keyText, type KubeObject, type ObjectKey } from '../base/index.ts';
import type { Change, ChangeListener } from './object-cache.ts';

/** A change that nobody has been notified of yet, and who is not to be. */
export interface DeferredEvent<T> {
  readonly change: Change<T>;
  readonly except?: ChangeListener<T> | undefined;
}

/**
 * Events of objects that we are writing to, until the answer is there. The watch is often faster than the answer (about
 * every second time on a busy process), and only the answer says which event shows our own write.
 */
export class DeferredEvents<T extends KubeObject> {
  readonly #keys = new Map<string, { writes: number; events: DeferredEvent<T>[] }>();

  begin(key: ObjectKey): void {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) this.#keys.set(text, { writes: 1, events: [] });
    else known.writes += 1;
  }

  /** Ends one of the writes that have begun; returns what listeners are to be notified of now that no other is under way. */
  end(key: ObjectKey): readonly DeferredEvent<T>[] {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) return [];
    known.writes -= 1;
    if (known.writes > 0) return [];
    this.#keys.delete(text);
    return known.events;
  }

  /** Whether an event is deferred: its object is being written to. */
  defer(each: DeferredEvent<T>): boolean {
    const known = this.#keys.size === 0 ? undefined : this.#keys.get(keyText(each.change.key));
    known?.events.push(each);
    return known !== undefined;
  }

  /** Marks the deferred events of `key` that fit as our own write, if none is yet: `except` is not notified of them. */
  claim(key: ObjectKey, fits: (change: Change<T>) => boolean, except: ChangeListener<T> | undefined): void {
    const known = this.#keys.get(keyText(key));
    if (known === undefined) return;
    known.events = known.events.map((each) =>
      each.except === undefined && fits(each.change) ? { ...each, except } : each,
    );
  }
}
