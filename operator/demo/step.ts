import type { Client } from '../runtime/src/client/index.ts';
import type { Cluster } from '../testing/src/index.ts';

/** The inputs of every step. */
export interface StepContext {
  readonly cluster: Cluster;
  readonly client: Client;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Replaces the line that shows the progress of a step. */
export type ReportText = (text: string) => void;

/** One step of the demo. `run` returns its result in one line. */
export interface Step {
  readonly title: string;
  /** The walk-throughs of the upstream operators that it covers: ids of `test/ids.md`. @default - none */
  readonly ids?: readonly string[];
  readonly run: (context: StepContext, say: ReportText) => Promise<string>;
}

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

/** A finished step. */
export interface StepResult {
  readonly title: string;
  readonly ids: readonly string[];
  readonly result: string;
  readonly seconds: number;
}

/** The finished steps of one section. */
export interface SectionResult {
  readonly title: string;
  readonly results: readonly StepResult[];
}
