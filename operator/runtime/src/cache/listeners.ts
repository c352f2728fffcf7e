import { formatKey, type KubeObject, type Logger, type ObjectKey, catchFailure } from '../base/index.ts';
import type { Change, ChangeListener } from './object-cache.ts';

/** The listeners of a cache. Logs the error of a listener, and still calls the others. */
export class Listeners<T> {
  readonly #listeners = new Set<ChangeListener<T>>();
  readonly #failed: (error: unknown) => void;

  constructor(logger: Logger) {
    this.#failed = (error) => logger.error(error, 'a listener for changes of a cache threw an error');
  }

  add(listener: ChangeListener<T>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls all listeners except `except`. */
  notify(change: Change<T>, except?: ChangeListener<T>): void {
    for (const listener of this.#listeners) {
      if (listener !== except) callSafely(() => listener(change), this.#failed);
    }
  }
}

/**
 * Calls a function of the operator's author. Passes its error to `failed`, and also the rejection of a promise that it
 * returns.
 */
function callSafely(call: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = call();
    if (result instanceof Promise) catchFailure(result, failed);
  } catch (error) {
    failed(error);
  }
}

/** A change of which listeners have not been notified yet, and the listener to skip. */
export interface DeferredEvent<T> {
  readonly change: Change<T>;
  readonly except?: ChangeListener<T> | undefined;
}

/**
 * Defers watch events of objects that this process is writing until the API server has responded. On a busy process
 * about half of the events arrive before the response, and only the response tells which event is the process's own
 * write.
 */
export class DeferredEvents<T extends KubeObject> {
  readonly #keys = new Map<string, { writes: number; events: DeferredEvent<T>[] }>();

  begin(key: ObjectKey): void {
    const text = formatKey(key);
    const known = this.#keys.get(text);
    if (known === undefined) this.#keys.set(text, { writes: 1, events: [] });
    else known.writes += 1;
  }

  /** Ends one write to `key`. Returns the deferred events to send, unless another write to `key` is pending. */
  end(key: ObjectKey): readonly DeferredEvent<T>[] {
    const text = formatKey(key);
    const known = this.#keys.get(text);
    if (known === undefined) return [];
    known.writes -= 1;
    if (known.writes > 0) return [];
    this.#keys.delete(text);
    return known.events;
  }

  /** Defers an event if its object is being written. Returns whether it was deferred. */
  defer(each: DeferredEvent<T>): boolean {
    const known = this.#keys.size === 0 ? undefined : this.#keys.get(formatKey(each.change.key));
    known?.events.push(each);
    return known !== undefined;
  }

  /**
   * Marks the first deferred event of `key` that `fits` as our own write, unless one is marked already: `except` is not
   * notified of it.
   */
  claim(key: ObjectKey, fits: (change: Change<T>) => boolean, except: ChangeListener<T> | undefined): void {
    const known = this.#keys.get(formatKey(key));
    if (known === undefined) return;
    known.events = known.events.map((each) =>
      each.except === undefined && fits(each.change) ? { ...each, except } : each,
    );
  }
}

/** Whether the change is the write that produced `resourceVersion`, rather than an older write. */
export function isWrite({ before, after }: Change<KubeObject>, resourceVersion: string): boolean {
  return before !== after && after?.metadata.resourceVersion === resourceVersion;
}

export function isEnd({ before, after }: Change<KubeObject>, uid: string): boolean {
  return after === undefined && before?.metadata.uid === uid;
}
