import type { Client } from '../../operator/src/runtime/client/index.ts';
import type { Cluster } from '../../operator/src/testing/index.ts';

/** What every step of the tour works with. */
export interface Stage {
  readonly cluster: Cluster;
  readonly client: Client;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** One step: what is done, and what came of it in one line. */
export interface Step {
  readonly title: string;
  /** @param say replaces the line that shows what is going on */
  readonly run: (stage: Stage, say: (text: string) => void) => Promise<string>;
}

/** A step that has been taken. */
export interface StepResult {
  readonly title: string;
  readonly result: string;
  readonly seconds: number;
}
