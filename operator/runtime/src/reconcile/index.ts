/**
 * Reconcile: what an author declares, and what one run does. The rooms, from left to right:
 *
 * - `compare/`: whether two objects say the same: by a hash, by the fields that we own, and path by path
 * - `declare/`: what an author declares; the types of the handles and the RBAC rules follow from it
 * - `progress/`: what helps an author to say how far something is: `rollout` of a Deployment, `stages` of several steps
 * - `events/`: what `kubectl describe` shows, without flooding anybody
 * - `write/`: what a run is, and the gateway, through which every write of a run goes
 * - `child/`: one child: created, updated, kept, repaired; what is not ours keeps its name
 * - `status/`: the status, its conditions, and what it says of refusals and errors
 * - `run/`: one run from its beginning to its end: finalizers, the author's `reconcile` with its handles, the status
 *
 * @module
 */
export { awaitChange, checkAgain, type Action } from './declare/action.ts';
export { condition, tryFindCondition, type ConditionInput } from './status/conditions.ts';
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
} from './declare/declaration.ts';
export {
  defineController,
  type ControllerDefinition,
  type ControllerParts,
  type PartsOf,
} from './declare/define-controller.ts';
export { defineDependencies, type ContextOf } from './declare/define-dependencies.ts';
export {
  owns,
  reads,
  usedBy,
  watches,
  type OwnedKind,
  type ReadKind,
  type UsedBy,
  type WatchedKind,
} from './declare/dependencies.ts';
export type { Desired, DesiredMeta } from './declare/desired.ts';
export { inDryRun } from './write/dry-run.ts';
export type { ReconcileEnvironment, Run, RunMemory } from './write/environment.ts';
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './events/index.ts';
export { WriteGateway } from './write/gateway.ts';
export type { DeleteOptions, IndexedReads, Owns, OwnsAndDeletes, Reads } from './declare/handle-types.ts';
export {
  counter,
  gaugePerObject,
  identityLabels,
  labelNames,
  type Counter,
  type CounterDefinition,
  type MetricDefinition,
  type ObjectGaugeDefinition,
} from './declare/metric-definitions.ts';
export { hashAnnotation, managedByLabel } from './write/ownership.ts';
export { reconcileObject, runLogger, type Outcome } from './run/reconcile-object.ts';
export { notReady, type Refusal } from './status/refusal.ts';
export { reconcileError, reportedError, reportError, saysWhatElse } from './status/report.ts';
export { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from './declare/predicates.ts';
export { rolloutConditions, rolloutOf, type Rollout } from './progress/rollout.ts';
export type { PolicyRule } from './declare/rules.ts';
export { inOrder, inReverse, stage, type StageProgress, type Stage, type StageParts } from './progress/stages.ts';
export { takeBackNotReady, type StatusInput, type StatusWriter } from './status/status.ts';
export { isUnexpected, sameness, wordsOf } from './status/unexpected.ts';
