/** A test, a walk-through (`-A`) or a known fault (`BUG-`) of the original of one of our operators. */
export interface Original {
  readonly id: string;
  readonly what: string;
  /**
   * Paths from the repository's root. In each file, a test that runs has the id in its title, or in that of its group.
   */
  readonly files: readonly string[];
}

/** All ids of one original operator, which have a section in `test/tables.md`. */
export interface Originals {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly Original[];
  /** Paragraphs about what our tests prove beyond these ids. */
  readonly beyond: readonly string[];
}
