import { getKey, formatKey, type KubeObject, type LogFields, type Logger } from '../base/index.ts';

/** Objects by a computed value. */
export interface CacheIndex<T> {
  /** The objects with `value`; the cost does not depend on the number of other objects. */
  get(value: string): readonly T[];
  /**
   * Notifies `listener` of each value that the first object gets or the last one loses, and of each present value at
   * once. It must not throw.
   */
  onValue(listener: ValueListener): void;
}

/** @param isUsed whether an object has the value now */
export type ValueListener = (value: string, isUsed: boolean) => void;

/** The values under which an index finds an object. Pure. */
export type IndexValues<T> = (object: T) => readonly string[];

/** An index over the cached objects. Omits an object whose values cannot be computed, and logs that. */
export class Indexer<T extends KubeObject> implements CacheIndex<T> {
  readonly #values: IndexValues<T>;
  readonly #logger: Logger;
  readonly #logFields: LogFields;
  readonly #rows = new Map<string, Map<string, T>>();
  readonly #listeners: ValueListener[] = [];

  /** @param logFields further fields of a log line about an object */
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

  /** Applies a change from the previous to the current object. */
  follow(before: T | undefined, after: T | undefined): void {
    const values = after === undefined ? [] : this.#computeValues(after, this.#logFailure);
    if (before !== undefined) {
      for (const value of this.#computeValues(before)) if (!values.includes(value)) this.#remove(value, before);
    }
    // An object that stays in its row keeps its position.
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

  /** Copies the result here, so that a result that is not a list of strings fails here. */
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
