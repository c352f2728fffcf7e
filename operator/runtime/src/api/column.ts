/** A column of `kubectl get`. */
export interface Column {
  /** The heading, which kubectl writes in upper case: no two columns of a version may have the same. */
  readonly name: string;
  /** A JSON path such as `.spec.image`. */
  readonly jsonPath: string;
  /**
   * How the API server shows the value. `date` shows how long ago a time was, such as `5m`; for a time in the future, such as
   * an expiry or a next run, it shows `<invalid>`: use `string`, which shows the time itself.
   */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly description?: string;
  /** Columns above 0 are shown with `-o wide` only. */
  readonly priority?: number;
  readonly format?: string;
}

/**
 * A column of `kubectl get`; text unless `options.type` says otherwise. A `date` must lie in the past: see `Column.type`.
 */
export function column(
  name: string,
  jsonPath: string,
  options: Partial<Omit<Column, 'name' | 'jsonPath'>> = {},
): Column {
  return { name, type: 'string', jsonPath, ...options };
}

/** What `kubectl get` writes above a column. */
export function formatHeading(name: string): string {
  return name.toUpperCase();
}
