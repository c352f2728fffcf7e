import type { OperatorRow } from './operator-rows.ts';

/**
 * A named breakage of one line of the sources. The test that must turn red when it is applied has the name in the
 * comment above it: `// id: queue-forgets-a-key`.
 */
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
  /** Names only what `file` then declares or imports. */
  readonly replace: string;
  /** The file of the test, from the repository's root. */
  readonly test: string;
  /** The file where the case stands that the test runs, if it takes its cases from elsewhere (a contract). @default `test` */
  readonly casesIn?: string;
}
