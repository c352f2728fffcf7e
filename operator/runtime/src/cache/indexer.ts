import { getKey, formatKey, type KubeObject, type LogFields, type Logger } from '../base/index.ts';

/** An index of cached objects by a computed value. */
export interface CacheIndex<T> {
  /** Returns the objects with `value`. The cost does not depend on the number of other objects. */
  get(value: string): readonly T[];
  /**
   * Calls `listener` when the first object gets a value or the last one loses it, and at once for each present value.
   * The listener must not throw.
   */
  onValue(listener: ValueListener): void;
}

/** @param isUsed whether at least one object has the value now */
export type ValueListener = (value: string, isUsed: boolean) => void;

/** Computes the values under which an index finds an object. Must be pure. */
export type IndexValues<T> = (object: T) => readonly string[];

/** An index over cached objects. If the values of an object cannot be computed, it logs that and omits the object. */
export class Indexer<T extends KubeObject> implements CacheIndex<T> {
  readonly #values: IndexValues<T>;
  readonly #logger: Logger;
  readonly #logFields: LogFields;
  readonly #rows = new Map<string, Map<string, T>>();
  readonly #listeners: ValueListener[] = [];

  /** @param logFields additional fields of log lines about objects */
  constructor(values: IndexValues<T>, logger: Logger, logFields: LogFields = {}) {
    this.#values = values;
    this.#logger = logger;
    this.#logFields = logFields;
  }

  get(value: string): readonly T[] {
    return [...(this.#rows.get(value)?.values() ?? [])];
  }

  onValue(listener: ValueListener): void {
    this.#listeners.push(listener);
    for (const value of this.#rows.keys()) listener(value, true);
  }

  /** Updates the index for a change from `before` to `after`; `undefined` means that the object does not exist. */
  follow(before: T | undefined, after: T | undefined): void {
    const values = after === undefined ? [] : this.#computeValues(after, this.#logFailure);
    if (before !== undefined) {
      for (const value of this.#computeValues(before)) if (!values.includes(value)) this.#remove(value, before);
    }
    // If an object keeps a value, it keeps its position in the result of `get`.
    if (after !== undefined) for (const value of values) this.#add(value, after);
  }

  #add(value: string, object: T): void {
    const key = formatKey(getKey(object));
    const row = this.#rows.get(value);
    if (row !== undefined) {
      row.set(key, object);
      return;
    }
    this.#rows.set(value, new Map([[key, object]]));
    this.#notify(value, true);
  }

  #remove(value: string, object: T): void {
    const row = this.#rows.get(value);
    row?.delete(formatKey(getKey(object)));
    if (row?.size !== 0) return;
    this.#rows.delete(value);
    this.#notify(value, false);
  }

  #notify(value: string, isUsed: boolean): void {
    for (const listener of this.#listeners) listener(value, isUsed);
  }

  /** Computes the values and copies them, so that a result that is not a list of strings throws here. */
  #computeValues(object: T, failed?: (object: T, error: unknown) => void): readonly string[] {
    try {
      return [...this.#values(object)].map(checkText);
    } catch (error) {
      failed?.(object, error);
      return [];
    }
  }

  readonly #logFailure = (object: T, error: unknown): void => {
    this.#logger.error(error, 'failed to compute the index values of an object', {
      ...this.#logFields,
      object: formatKey(getKey(object)),
    });
  };
}

function checkText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`the function of the index returned ${String(value)} instead of a string`);
}
