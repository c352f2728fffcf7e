/** The right to write, while it lasts. */
export interface Leadership {
  /** Aborts when leading ends. */
  readonly signal: AbortSignal;
  /** Throws `NOT_LEADER` once the right may have passed to another process. */
  assertLeading(): void;
}
