/** A column of `kubectl get`. */
export interface Column {
  /** The heading, which kubectl prints in upper case: unique within a version. */
  readonly name: string;
  /** A JSON path such as `.spec.image`. */
  readonly jsonPath: string;
  /**
   * How the API server prints the value. `date` prints the age of a time, such as `5m`; for a future time, such as an
   * expiry or a next run, it prints `<invalid>`: use `string`, which prints the time itself.
   */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly description?: string;
  /** Only `-o wide` shows columns above 0. */
  readonly priority?: number;
  readonly format?: string;
}

/**
 * A column of `kubectl get`; a string unless `options.type` says otherwise. A `date` must be in the past: see
 * `Column.type`.
 */
export function column(
  name: string,
  jsonPath: string,
  options: Partial<Omit<Column, 'name' | 'jsonPath'>> = {},
): Column {
  return { name, type: 'string', jsonPath, ...options };
}

/** The printed heading of a column. */
export function formatHeading(name: string): string {
  return name.toUpperCase();
}
