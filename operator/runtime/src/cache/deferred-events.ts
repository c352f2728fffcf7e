import { keyText, type KubeObject, type ObjectKey } from '../base/index.ts';
import type { Change, ChangeListener } from './object-cache.ts';

/** A change of which no listener has been notified yet, and the listener that is not to be. */
export interface DeferredEvent<T> {
  readonly change: Change<T>;
  readonly except?: ChangeListener<T> | undefined;
}

/**
 * Defers events of objects that we are writing to until the API server has answered. On a busy process about every
 * second event arrives before the response, and only the response says which event shows our own write.
 */
export class DeferredEvents<T extends KubeObject> {
  readonly #keys = new Map<string, { writes: number; events: DeferredEvent<T>[] }>();

  begin(key: ObjectKey): void {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) this.#keys.set(text, { writes: 1, events: [] });
    else known.writes += 1;
  }

  /** Ends one of the writes to `key`; returns the events to notify of if no other write to it is under way. */
  end(key: ObjectKey): readonly DeferredEvent<T>[] {
    const text = keyText(key);
    const known = this.#keys.get(text);
    if (known === undefined) return [];
    known.writes -= 1;
    if (known.writes > 0) return [];
    this.#keys.delete(text);
    return known.events;
  }

  /** Defers an event if its object is being written to; returns whether it did. */
  defer(each: DeferredEvent<T>): boolean {
    const known = this.#keys.size === 0 ? undefined : this.#keys.get(keyText(each.change.key));
    known?.events.push(each);
    return known !== undefined;
  }

  /**
   * Marks the first deferred event of `key` that fits as our own write, if none is marked yet: `except` is not notified
   * of it.
   */
  claim(key: ObjectKey, fits: (change: Change<T>) => boolean, except: ChangeListener<T> | undefined): void {
    const known = this.#keys.get(keyText(key));
    if (known === undefined) return;
    known.events = known.events.map((each) =>
      each.except === undefined && fits(each.change) ? { ...each, except } : each,
    );
  }
}
