import { getKey, formatKey, type KubeObject, type LogFields, type Logger } from '../base/index.ts';

/** Objects by a value that is computed from each. */
export interface CacheIndex<T> {
  /** The objects that have `value`; the cost does not depend on how many others there are. */
  get(value: string): readonly T[];
}

/** The values under which an index finds an object. Pure: the same for the same object. */
export type IndexValues<T> = (object: T) => readonly string[];

/**
 * An index that follows the stored objects. An object whose values cannot be computed is in none of its rows; that is
 * logged.
 */
export class Indexer<T extends KubeObject> implements CacheIndex<T> {
  readonly #values: IndexValues<T>;
  readonly #logger: Logger;
  readonly #logFields: LogFields;
  readonly #rows = new Map<string, Map<string, T>>();

  /** @param logFields further fields of a log line about an object */
  constructor(values: IndexValues<T>, logger: Logger, logFields: LogFields = {}) {
    this.#values = values;
    this.#logger = logger;
    this.#logFields = logFields;
  }

  get(value: string): readonly T[] {
    return [...(this.#rows.get(value)?.values() ?? [])];
  }

  /** Follows a change from the previously stored object to the present one. */
  follow(before: T | undefined, after: T | undefined): void {
    const values = after === undefined ? [] : this.#computeValues(after, this.#logFailure);
    if (before !== undefined) {
      for (const value of this.#computeValues(before)) if (!values.includes(value)) this.#remove(value, before);
    }
    // An object that stays in its row keeps its place there.
    if (after !== undefined) for (const value of values) this.#add(value, after);
  }

  #add(value: string, object: T): void {
    const key = formatKey(getKey(object));
    const row = this.#rows.get(value);
    if (row === undefined) this.#rows.set(value, new Map([[key, object]]));
    else row.set(key, object);
  }

  #remove(value: string, object: T): void {
    const row = this.#rows.get(value);
    row?.delete(formatKey(getKey(object)));
    if (row?.size === 0) this.#rows.delete(value);
  }

  /** A copy, made here so that a result that is no list of texts fails here, too. */
  #computeValues(object: T, failed?: (object: T, error: unknown) => void): readonly string[] {
    try {
      return [...this.#values(object)].map(checkText);
    } catch (error) {
      failed?.(object, error);
      return [];
    }
  }

  readonly #logFailure = (object: T, error: unknown): void => {
    this.#logger.error(error, 'an index cannot compute the values of an object', {
      ...this.#logFields,
      object: formatKey(getKey(object)),
    });
  };
}

function checkText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`its function returned ${String(value)} where a text is to be`);
}
