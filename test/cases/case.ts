/** A known fault of operator runtimes, and the files with the tests that this runtime does not have it. */
export interface Case {
  /** `case-1`, `case-2` …: other runtimes test it. `fault-1`, `fault-2` …: no other runtime tests it. */
  readonly id: string;
  /** The behavior that the tests prove. */
  readonly states: string;
  /**
   * Paths from the repository's root. Each file has a test that runs with the id in the comment above: `// id: case-1`.
   */
  readonly files: readonly [string, ...string[]];
}
