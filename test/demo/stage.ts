import type { Client } from '../../operator/runtime/src/client/index.ts';
import type { Cluster } from '../../operator/testing/src/index.ts';

/** What every step of a tour works with. */
export interface Stage {
  readonly cluster: Cluster;
  readonly client: Client;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Replaces the line that shows what is going on. */
export type Say = (text: string) => void;

/** One step: what is done, and what came of it in one line. */
export interface Step {
  readonly title: string;
  /** Those walk-throughs of the originals, by their ids in `test/tables.md`, that it takes. @default - none */
  readonly ids?: readonly string[];
  readonly run: (stage: Stage, say: Say) => Promise<string>;
}

/** The walk-through of one operator. */
export interface Tour {
  /** What `npm start -- <name>` chooses it by: the controller's name. */
  readonly name: string;
  /** What it is about, in a few words. */
  readonly title: string;
  /** The kinds of its samples among those of `infra/manifests/embedded/samples`. */
  readonly kinds: readonly string[];
  /** What the samples need. @default - nothing */
  readonly before?: readonly Step[];
  /** From its samples to Ready: also what `--keep` shows. */
  readonly opening: readonly Step[];
  /** What it does about changes, drift and deletion. */
  readonly steps: readonly Step[];
  /** What takes its time, and so is looked at when all other walk-throughs are over. @default - nothing */
  readonly finale?: readonly Step[];
  /** Commands for a person whose cluster stays up. */
  readonly commands: (stage: Stage) => Promise<readonly string[]>;
}

/** A step that has been taken. */
export interface StepResult {
  readonly title: string;
  readonly ids: readonly string[];
  readonly result: string;
  readonly seconds: number;
}

/** The steps that have been taken for one purpose. */
export interface Act {
  readonly title: string;
  readonly results: readonly StepResult[];
}
