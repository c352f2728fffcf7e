/**
 * Reconcile: what an author declares, and what one run does.
 *
 * - `define-controller`, `declaration`: `owns`, `reads`, `watches` are the only place where a dependency is named; the
 *   handles, the watches and the RBAC rules (`rules`) follow from them
 * - `reconcile-object`: one run: the author's `reconcile`, then the status; refusals end in `Ready=False`
 * - `apply-child`: makes a child or puts it right, and sends nothing if it already is (`child`, `fields`); `repair` heals
 *   what a plain apply cannot
 * - `status`, `conditions`: the status, written once and only if it differs
 * - `refusal`: what the API server's refusals mean
 * - `events`: what `kubectl describe` tells
 *
 * @module
 */
export { awaitChange, checkAgain, type Action } from './action.ts';
export { condition, findCondition, type ConditionInput } from './conditions.ts';
export {
  owns,
  reads,
  watches,
  type Context,
  type ControllerDeclaration,
  type OwnedKind,
  type Owns,
  type OwnsAndDeletes,
  type ReadKind,
  type Reads,
  type WatchedKind,
} from './declaration.ts';
export { defineController, type ControllerDefinition } from './define-controller.ts';
export type { Desired, DesiredMeta } from './desired.ts';
export type { ReconcileEnvironment, Run, RunMemory } from './environment.ts';
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './events.ts';
export { hashAnnotation, managedByLabel } from './ownership.ts';
export { reconcileObject, runLogger, type Outcome } from './reconcile-object.ts';
export type { Refusal } from './refusal.ts';
export type { PolicyRule } from './rules.ts';
export type { StatusInput, StatusWriter } from './status.ts';
