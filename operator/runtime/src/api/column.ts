/** A column of `kubectl get`. */
export interface Column {
  /** The heading, which kubectl prints in upper case: unique within a version. */
  readonly name: string;
  /** A JSON path such as `.spec.image`. */
  readonly jsonPath: string;
  /**
   * How the API server prints the value. `date` prints the age of a time, such as `5m`. For a time in the future, such
   * as an expiry, it prints `<invalid>`; use `string` there, which prints the time itself.
   */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly description?: string;
  /** Columns with a priority above 0 appear only with `-o wide`. @default 0 */
  readonly priority?: number;
  readonly format?: string;
}

/**
 * Declares a column of `kubectl get`. Its type is `string` unless `options.type` is set. A `date` must be in the past:
 * see `Column.type`.
 */
export function column(
  name: string,
  jsonPath: string,
  options: Partial<Omit<Column, 'name' | 'jsonPath'>> = {},
): Column {
  return { name, type: 'string', jsonPath, ...options };
}

/** The heading of a column as kubectl prints it. */
export function formatHeading(name: string): string {
  return name.toUpperCase();
}
