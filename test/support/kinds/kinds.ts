import type { Victim } from '../../e2e/hostile/victim.ts';
import type { ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { Scenario } from '../../faults/crash/scenario.ts';
import { folderExports } from '../folder-exports.ts';

/** The data for tests that run with every kind. */
export interface KindExample {
  /** Bad input. */
  readonly victim: Victim;
  /** Random changes. */
  readonly churn: ChurnKind;
  /** The calls of its controller, for tests that kill the operator between them, and the use of all its permissions. */
  readonly crash: Scenario;
}

/** The example of each kind: every other file of this folder exports one. */
export const examples = await folderExports<KindExample>(import.meta.filename, 'example');
