/** Something that runtimes get wrong, and where the tests are that hold ours to it. */
export interface Case {
  /** `case-1` and on: what the best runtimes test. `fault-1` and on: what nobody does. */
  readonly id: string;
  readonly states: string;
  /** From the repository's root. In each of them a test that runs has the id in the comment above it: `// id: case-1`. */
  readonly files: readonly [string, ...string[]];
}
