/**
 * What an author declares. Nothing here runs.
 *
 * - `define-controller`, `declaration`: everything about a controller, in one place
 * - `dependencies`: `owns`, `reads`, `watches`: the only place where a dependency is named; `define-dependencies`: the
 *   same for a `reconcile` in a file of its own
 * - `context`: what a reconcile gets, with types that follow from the dependencies; `handle-types`: the methods of each
 *   handle
 * - `action`: what happens after a reconcile; `condition`: a condition of the status
 * - `predicates`: which changes matter; `placement`: in which namespace a child may be
 * - `metric-definitions`: metrics of a controller's own
 * - `rules`: the RBAC rules that follow
 *
 * @module
 */
export { type Action, awaitChange, requeueAfter } from './action.ts';
export { condition, type ConditionInput, tryFindCondition } from './condition.ts';
export type { Context, Declared, Events, StatusInput, StatusWriter } from './context.ts';
export type {
  ControllerDeclaration,
  Finalizer,
  HealthCheck,
  HealthContext,
  ProcessView,
  Trigger,
  TriggerContext,
} from './declaration.ts';
export {
  type ControllerDefinition,
  type ControllerParts,
  defineController,
  type PartsOf,
} from './define-controller.ts';
export { type ContextOf, defineDependencies } from './define-dependencies.ts';
export {
  toIndexValues,
  type OwnedKind,
  owns,
  type ReadKind,
  reads,
  usedBy,
  type UsedBy,
  type WatchedKind,
  watches,
} from './dependencies.ts';
export type { DeleteOptions, Desired, DesiredMeta, IndexedReads, Owns, OwnsAndDeletes, Reads } from './handle-types.ts';
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
export { resolveChildNamespace } from './placement.ts';
export { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from './predicates.ts';
export { buildMigrationRules, buildOtherOwnerRules, buildWebhookRules } from './rules.ts';
