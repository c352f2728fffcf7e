/**
 * Reconcile: the author's declarations, and the steps of one reconcile. The modules, from left to right:
 *
 * - `compare/`: compares objects: by a hash, by the fields that we own, and path by path
 * - `declare/`: declarations; handle types and RBAC rules follow from them
 * - `progress/`: helpers for authors: `rollout` of a Deployment, `stages` of several steps
 * - `events/`: Kubernetes events, with rate limits
 * - `write/`: the state of a reconcile, the memory of an owner, and the gateway for all writes
 * - `child/`: creates, updates and repairs one child; leaves unowned objects unchanged
 * - `edit/`: sets fields of objects that belong to others, and gives them back
 * - `status/`: the status, its conditions, and reports of rejections and errors
 * - `run/`: one reconcile from start to end, in `reconcile-object`: `finalizers`, the author's `reconcile` with its
 *   `handles`, then the status
 *
 * @module
 */
export {
  type Action,
  type AllOf,
  allOf,
  annotationsChanged,
  anyOf,
  awaitChange,
  requeueAfter,
  condition,
  type ConditionInput,
  type ContextOf,
  type ControllerDefinition,
  type ControllerParts,
  counter,
  type Counter,
  type CounterDefinition,
  type Declared,
  defineController,
  defineDependencies,
  type DeleteOptions,
  type Desired,
  type EditedKind,
  type EditOptions,
  edits,
  type Edits,
  type Events,
  type Finalizer,
  gaugePerObject,
  findExpiryOrNaN,
  generationChanged,
  gets,
  type Gets,
  type GetsOptions,
  type LiveKind,
  type HealthCheck,
  buildIdentityLabels,
  type IndexedReads,
  listLabelNames,
  listReferences,
  labelsChanged,
  named,
  type MetricDefinition,
  type NamedBy,
  type NamedKind,
  type NamedReads,
  type ObjectGaugeDefinition,
  type OwnedKind,
  type Optional,
  type OwnedInAnyNamespace,
  owns,
  type Owns,
  type OwnsAndDeletes,
  type OwnsInAnyNamespace,
  type PartsOf,
  type PeriodicWork,
  buildMigrationRules,
  buildWebhookRules,
  canExist,
  checkPermissions,
  type Predicate,
  type Permission,
  type ProcessView,
  type RateLimit,
  type ReadKind,
  reads,
  type Reads,
  type Self,
  type SelfOptions,
  type ForeignFields,
  type ForeignStatus,
  type ForeignStatusWriter,
  type StatusInput,
  type StatusPatch,
  type StatusWriter,
  type Trigger,
  tryFindCondition,
  usedBy,
  type UsedBy,
  type WatchedKind,
  type WatchedNamedKind,
  watches,
} from './declare/index.ts';
export { hashContent } from './compare/index.ts';
export { type Rollout, rolloutConditions, getRollout } from './progress/rollout.ts';
export { runInOrder, runInReverse, stage, type Stage, type StageProgress } from './progress/stages.ts';
export { createEventRecorder } from './events/index.ts';
export {
  findOwnerOf,
  hashAnnotation,
  toDryRun,
  isUnexpected,
  managedByLabel,
  type NamedView,
  OwnerMemory,
  type EditedObject,
  type ReconcileEnvironment,
  ReportedErrors,
  Run,
  type StatusUse,
  WriteGateway,
} from './write/index.ts';
export {
  clearNotReady,
  notReady,
  reconcileError,
  reportError,
  hasOtherReason,
  findStoredError,
} from './status/index.ts';
export { findDifferingPaths, isEqualOwned } from './compare/index.ts';
export { hasFinalizer } from './run/finalizers.ts';
export { type Outcome, reconcileObject, runLogger } from './run/reconcile-object.ts';
