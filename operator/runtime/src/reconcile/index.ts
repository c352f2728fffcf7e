/**
 * Reconcile: what an author declares, and what one run does.
 *
 * What an author declares:
 *
 * - `define-controller`, `declaration`, `dependencies`: `owns`, `reads`, `watches` are the only place where a dependency
 *   is named; the handles (`handle-types`), the watches and the RBAC rules (`rules`) follow from them
 * - `define-dependencies`: the same by themselves, and the context that follows, for a `reconcile` in a file of its own
 * - `desired`: what may be asked for of a child; `action`: what a reconcile says happens next
 * - `predicates`: which changes matter
 * - `metric-definitions`, `check-metrics`: numbers of a controller's own
 *
 * One run:
 *
 * - `reconcile-object`: the author's `reconcile`, then the status; refusals end in `Ready=False`
 * - `environment`: what all runs of a controller share, and what is one run's own
 * - `gateway`: the one way to write. Every write of a run goes through it, and nothing else in this room can write; events
 *   alone go their own way, and only while a term lasts
 * - `handles`: the context that `reconcile` gets; `calls`: those that it began, of which none may outlive it
 * - `finalizers`: hold a resource until it is cleaned up, and never touch those of others
 * - `status`, `conditions`: the status, written once and only if it differs
 * - `refusal`: what the API server's refusals mean, and what a controller itself says is in the way
 * - `unexpected`: which errors somebody has to hear of; `report`: what the status says of them, and of refusals
 *
 * A child:
 *
 * - `apply-child`: creates or updates it, and sends nothing if it already is (`child`, `fields`, and `canonical`,
 *   which makes hashes comparable); `repair` heals what a plain apply cannot
 * - `keep-child`: holds only the labels and annotations of what cannot be changed once it is made
 * - `ownership`, `placement`: what makes it ours, and where it may be; `unowned-object`: what is not ours keeps its name
 * - `unwatched-end`: looks for the end of a terminating child that no watch shows
 * - `forget-gone`: what is remembered of one goes with it
 * - `dry-run`: writes are only tried; `log-write`, `differing-paths`: what was written is said, or what would change
 *
 * What helps an author:
 *
 * - `rollout`: what a Deployment says of its Pods, as conditions
 * - `stages`: several steps, each ready before the next begins
 * - `events/`: what `kubectl describe` tells, without flooding anybody
 *
 * @module
 */
export { awaitChange, checkAgain, type Action } from './action.ts';
export { condition, tryFindCondition, type ConditionInput } from './conditions.ts';
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
export {
  defineController,
  type ControllerDefinition,
  type ControllerParts,
  type PartsOf,
} from './define-controller.ts';
export { defineDependencies, type ContextOf } from './define-dependencies.ts';
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
export { WriteGateway } from './gateway.ts';
export type { DeleteOptions, IndexedReads, Owns, OwnsAndDeletes, Reads } from './handle-types.ts';
export {
  counter,
  gaugePerObject,
  identityLabels,
  labelNames,
  type Counter,
  type CounterDefinition,
  type MetricDefinition,
  type ObjectGaugeDefinition,
} from './metric-definitions.ts';
export { hashAnnotation, managedByLabel } from './ownership.ts';
export { reconcileObject, runLogger, type Outcome } from './reconcile-object.ts';
export { notReady, type Refusal } from './refusal.ts';
export { reconcileError, reportedError, reportError, saysWhatElse } from './report.ts';
export { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from './predicates.ts';
export { rolloutConditions, rolloutOf, type Rollout } from './rollout.ts';
export type { PolicyRule } from './rules.ts';
export { inOrder, inReverse, stage, type StageProgress, type Stage, type StageParts } from './stages.ts';
export { takeBackNotReady, type StatusInput, type StatusWriter } from './status.ts';
export { isUnexpected, sameness, wordsOf } from './unexpected.ts';
