/** A test, a walk-through (`-A`) or a known fault (`BUG-`) of an operator that ours succeeds. */
export interface Original {
  readonly id: string;
  readonly what: string;
  /** From the repository's root. In each of them a test that runs has the id in its title, or in that of its group. */
  readonly files: readonly string[];
  /** The feature that is awaited, where there is no test yet. @default - none: the files have the tests */
  readonly waitsFor?: string;
}

/** All of one original, as its section of the tables has them. */
export interface Originals {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly Original[];
  /** What else our tests hold, paragraph by paragraph. */
  readonly beyond: readonly string[];
}
