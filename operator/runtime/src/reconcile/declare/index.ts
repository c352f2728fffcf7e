/**
 * Declarations of an author. This module runs nothing.
 *
 * - `define-controller`, `declaration`: a controller
 * - `dependencies`: `owns`, `reads`, `watches`, which declare dependencies; `named-by`: those on named objects;
 *   `define-dependencies`: the same for a `reconcile` in its own file
 * - `context`: the context of a reconcile, typed by the dependencies; `handle-types`: the methods of each handle
 * - `action`: the result of a reconcile; `condition`: a status condition
 * - `predicates`: filters of changes; `placement`: the namespace of a child
 * - `expiry`: when the runtime deletes an object
 * - `rate-limit`: when failed objects are retried
 * - `metric-definitions`: a controller's own metrics
 * - `rules`: the resulting RBAC rules
 *
 * @module
 */
export { type Action, awaitChange, requeueAfter } from './action.ts';
export { condition, type ConditionInput, tryFindCondition } from './condition.ts';
export type {
  Declared,
  Events,
  ForeignFields,
  ForeignStatus,
  ForeignStatusWriter,
  SelfOptions,
  StatusInput,
  StatusPatch,
  StatusWriter,
} from './context.ts';
export type { Finalizer, HealthCheck, PeriodicWork, ProcessView, Trigger } from './declaration.ts';
export {
  type ControllerDefinition,
  type ControllerParts,
  defineController,
  type PartsOf,
} from './define-controller.ts';
export { type ContextOf, defineDependencies } from './define-dependencies.ts';
export {
  type AllOf,
  allOf,
  type EditedKind,
  edits,
  gets,
  type GetsOptions,
  type LiveKind,
  type NamedKind,
  toIndexValues,
  type OwnedKind,
  type Optional,
  type OwnedInAnyNamespace,
  owns,
  type ReadKind,
  reads,
  usedBy,
  type UsedBy,
  type WatchedKind,
  type WatchedNamedKind,
  watches,
} from './dependencies.ts';
export { canExist, listReferences, named, type NamedBy } from './named-by.ts';
export type {
  DeleteOptions,
  Desired,
  DesiredMeta,
  EditOptions,
  Edits,
  Gets,
  IndexedReads,
  NamedReads,
  Owns,
  OwnsAndDeletes,
  OwnsInAnyNamespace,
  Reads,
  Self,
} from './handle-types.ts';
export {
  counter,
  type Counter,
  type CounterDefinition,
  gaugePerObject,
  buildIdentityLabels,
  listLabelNames,
  type MetricDefinition,
  type ObjectGaugeDefinition,
} from './metric-definitions.ts';
export { checkPermissions, type Permission } from './permissions.ts';
export type { RateLimit } from './rate-limit.ts';
export { resolveChildNamespace } from './placement.ts';
export { findExpiry, findExpiryOrNaN } from './expiry.ts';
export { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from './predicates.ts';
export { buildMigrationRules, buildWebhookRules } from './rules.ts';
