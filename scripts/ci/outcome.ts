/** The result of one Vitest run, as `outcome-reporter.ts` writes it. */
export interface Outcome {
  readonly files: readonly FileOutcome[];
  /** Errors outside of tests, such as an unhandled rejection or a crashed worker. */
  readonly outside: readonly OutsideError[];
}

export interface FileOutcome {
  /** Path of the test file in the repository. */
  readonly file: string;
  /** The Vitest project that contains the file. */
  readonly project: string;
  readonly passed: number;
  /** Failures of the file; empty if and only if it passed. */
  readonly failures: readonly Failure[];
}

/** A test, a describe hook, or a whole file that failed. */
export interface Failure {
  /** Title of the test, with the names of the enclosing describes. */
  readonly title: string;
  readonly error: string;
}

export interface OutsideError {
  /** The running file, by path in the repository, if Vitest knows it. */
  readonly file?: string;
  readonly error: string;
}
