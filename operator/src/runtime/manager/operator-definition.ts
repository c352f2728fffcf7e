import type { ControllerDefinition } from '../reconcile/index.ts';

/** An operator: a name, and the controllers that run in one process. */
export interface OperatorDefinition {
  /** Lower case. Names the Lease, the field managers and the managed-by label of children; never change it later. */
  readonly name: string;
  readonly version: string;
  readonly controllers: readonly ControllerDefinition[];
}

/** What the operator takes from its process. */
export interface ProcessInput {
  /** Arguments after the script's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the operator, as SIGTERM does: for tests and for programs that run more than one. @default - never */
  readonly signal?: AbortSignal;
}
