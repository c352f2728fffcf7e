import type { OperatorRow } from './operator-rows.ts';

/**
 * A deliberate break of one line of the sources. The test that must fail when the mutant is applied has the mutant's
 * name in the comment above it: `// id: queue-forgets-a-key`.
 */
export interface Mutant {
  /** In kebab-case, for `npm run mutants -- --only <name>`. */
  readonly name: string;
  /** The promise that the mutant breaks. */
  readonly promise: string;
  /** The row of the operators' promises to which the mutant belongs. @default - none: only the runtime promises it */
  readonly row?: OperatorRow;
  /** Path from the repository's root. */
  readonly file: string;
  /** Text that occurs exactly once in `file`. */
  readonly find: string;
  /** The replacement. It may use only names that `file` still declares or imports. */
  readonly replace: string;
  /** The file of the test, from the repository's root. */
  readonly test: string;
  /** The file with the case that the test runs, if that is a case of a contract. @default `test` */
  readonly casesIn?: string;
}
