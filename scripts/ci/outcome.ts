/** How one run of Vitest ended, as `outcome-reporter.ts` writes it. */
export interface Outcome {
  readonly files: readonly FileOutcome[];
  /** Errors outside of tests: a rejected promise that nobody awaited, a worker that crashed. */
  readonly outside: readonly OutsideError[];
}

export interface FileOutcome {
  /** Below the repository. */
  readonly file: string;
  /** The project of Vitest's configuration. */
  readonly project: string;
  readonly passed: number;
  /** Empty exactly if the file passed. */
  readonly failures: readonly Failure[];
}

/** A test, a hook of a describe, or a whole file that failed. */
export interface Failure {
  /** With the names of the describes around it. */
  readonly title: string;
  readonly error: string;
}

export interface OutsideError {
  /** The file that was running, below the repository, if Vitest knows it. */
  readonly file?: string;
  readonly error: string;
}
