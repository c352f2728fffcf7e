/** A test by where it stands and what it is called. */
export interface CaseTest {
  readonly file: string;
  /** The whole title of the test, without those of the groups around it. */
  readonly title: string;
}

/** Something that runtimes get wrong, and the tests that hold ours to it. */
export interface Case {
  /** `case-1` and on: what the best runtimes test. `fault-1` and on: what nobody does. */
  readonly id: string;
  readonly states: string;
  readonly tests: readonly [CaseTest, ...CaseTest[]];
}
