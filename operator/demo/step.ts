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
