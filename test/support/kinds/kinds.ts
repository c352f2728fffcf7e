import type { Victim } from '../../e2e/hostile/victim.ts';
import type { ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { Scenario } from '../../faults/crash/scenario.ts';
import { folderExports } from '../folder-exports.ts';

/** The data for tests that run with every kind. */
export interface KindExample {
  /** A valid spec and attacks on it, for the test that sends bad input. */
  readonly victim: Victim;
  /** Random specs and edits of children, for the test with random changes. */
  readonly churn: ChurnKind;
  /**
   * The requests of the kind's controller: for tests that kill the operator between two of them, and for the audit of
   * its permissions.
   */
  readonly crash: Scenario;
}

/** The example of each kind: the export `example` of every other file in this folder. */
export const examples = await folderExports<KindExample>(import.meta.filename, 'example');
