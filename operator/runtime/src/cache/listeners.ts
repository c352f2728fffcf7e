import { type Logger, unattended } from '../base/index.ts';
import type { Change, ChangeListener } from './object-cache.ts';

/** The listeners of a cache. What one of them throws is logged and stops no other. */
export class Listeners<T> {
  readonly #listeners = new Set<ChangeListener<T>>();
  readonly #failed: (error: unknown) => void;

  constructor(logger: Logger) {
    this.#failed = (error) => logger.error(error, 'change listener failed');
  }

  add(listener: ChangeListener<T>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Notifies all but `except`. */
  notify(change: Change<T>, except?: ChangeListener<T>): void {
    for (const listener of this.#listeners) {
      if (listener !== except) callSafely(() => listener(change), this.#failed);
    }
  }
}

/**
 * Calls a function of the author. What it throws goes to `failed`, also what an asynchronous function rejects with
 * where a synchronous one was expected.
 */
function callSafely(call: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = call();
    if (result instanceof Promise) unattended(result, failed);
  } catch (error) {
    failed(error);
  }
}
