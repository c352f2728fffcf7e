import { folderExports } from '../../../test/support/folder-exports.ts';
import type { Step, StepContext } from '../step.ts';

/** The walk-through of one operator. */
export interface Tour {
  /** The controller's name, as in `npm start -- <name>`. */
  readonly name: string;
  /** The heading that the demo prints above its steps. */
  readonly title: string;
  /** The kinds of its samples in `infra/manifests/embedded/samples`. */
  readonly kinds: readonly string[];
  /** Steps before all tours: they start servers that the samples need. @default - none */
  readonly before?: readonly Step[];
  /** Steps until the samples are Ready. With `--keep` the tour ends after them. */
  readonly readySteps: readonly Step[];
  /** Steps that change, break and delete the samples. */
  readonly steps: readonly Step[];
  /** Steps that wait for something slow, and so run after all other tours. @default - none */
  readonly lastSteps?: readonly Step[];
  /** Commands to try, which `--keep` prints. */
  readonly commands: (context: StepContext) => Promise<readonly string[]>;
}

/** The walk-throughs of the operators: every other file of this folder exports one. */
export const tours = await folderExports<Tour>(import.meta.filename, 'tour');
