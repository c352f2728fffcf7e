/**
 * Reconcile: what an author declares, and what one run does.
 *
 * - `define-controller`, `declaration`, `dependencies`: `owns`, `reads`, `watches` are the only place where a dependency
 *   is named; the handles (`handle-types`), the watches and the RBAC rules (`rules`) follow from them
 * - `predicates`: which changes matter
 * - `metric-definitions`: numbers of a controller's own
 * - `reconcile-object`: one run: the author's `reconcile`, then the status; refusals end in `Ready=False`
 * - `apply-child`: makes a child or puts it right, and sends nothing if it already is (`child`, `fields`); `repair` heals
 *   what a plain apply cannot
 * - `ownership`, `placement`: what makes a child ours, and where it may be
 * - `dry-run`: writes are only tried; `log-write`, `differing-paths`: and what would change is said
 * - `status`, `conditions`: the status, written once and only if it differs
 * - `finalizers`: hold a resource until it is cleaned up, and never touch those of others
 * - `refusal`: what the API server's refusals mean, and what a controller itself says is in the way
 * - `rollout`: what a Deployment says of its Pods, as conditions
 * - `stages`: several steps, each ready before the next begins
 * - `events/`: what `kubectl describe` tells, without flooding anybody
 *
 * @module
 */
export { awaitChange, checkAgain, type Action } from './action.ts';
export { condition, findCondition, type ConditionInput } from './conditions.ts';
export type {
  Context,
  ControllerDeclaration,
  Declared,
  Events,
  Finalizer,
  HealthCheck,
  HealthContext,
  ProcessView,
  Trigger,
  TriggerContext,
} from './declaration.ts';
export { defineController, type ControllerDefinition } from './define-controller.ts';
export {
  owns,
  reads,
  usedBy,
  watches,
  type OwnedKind,
  type ReadKind,
  type UsedBy,
  type WatchedKind,
} from './dependencies.ts';
export type { Desired, DesiredMeta } from './desired.ts';
export { inDryRun } from './dry-run.ts';
export type { ReconcileEnvironment, Run, RunMemory } from './environment.ts';
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './events/index.ts';
export type { IndexedReads, Owns, OwnsAndDeletes, Reads } from './handle-types.ts';
export {
  counter,
  gaugePerObject,
  type Counter,
  type CounterDefinition,
  type MetricDefinition,
  type ObjectGaugeDefinition,
} from './metric-definitions.ts';
export { hashAnnotation, managedByLabel } from './ownership.ts';
export { reconcileObject, runLogger, type Outcome } from './reconcile-object.ts';
export { notReady, type Refusal } from './refusal.ts';
export { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from './predicates.ts';
export { rolloutConditions, rolloutOf, type Rollout } from './rollout.ts';
export type { PolicyRule } from './rules.ts';
export { inOrder, inReverse, stage, type StageProgress, type Stage, type StageParts } from './stages.ts';
export type { StatusInput, StatusWriter } from './status.ts';
