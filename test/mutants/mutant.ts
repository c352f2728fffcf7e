import type { OperatorRow } from './operator-rows.ts';

/** A named breakage of one line of the sources, and the test that must turn red when it is applied. */
export interface Mutant {
  /** Kebab-case; `npm run mutants -- --only <name>`. */
  readonly name: string;
  /** The promise that the line keeps. */
  readonly promise: string;
  /** Of an operator: what of its promises the line is a part of. @default - it is of nothing that only operators promise */
  readonly row?: OperatorRow;
  /** Path from the repository's root. */
  readonly file: string;
  /** Text that occurs exactly once in `file`. */
  readonly find: string;
  readonly replace: string;
  readonly test: NamedTest;
}

export interface NamedTest {
  /** The test file, from the repository's root. */
  readonly file: string;
  /** The title of its `it`, without those of the `describe`s around it. */
  readonly title: string;
  /** Where the title is written, if the test file takes it from elsewhere (a contract suite). @default `file` */
  readonly titleIn?: string;
}
