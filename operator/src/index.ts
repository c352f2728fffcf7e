/**
 * Everything an operator author needs.
 *
 * Declare an API with `defineApi` and `t`, a controller of it with `defineController`, and run it with `runOperator`.
 * All built-in kinds are at `@kubewright/operator/kinds`; a real control plane for tests is at
 * `@kubewright/operator/testing`.
 *
 * @module
 */

// The API: one schema gives the types and the CRD
export {
  atLeastOneOf,
  atMostOneOf,
  cel,
  column,
  defineApi,
  exactlyOneOf,
  immutable,
  onCreation,
  t,
  type EmbeddedResource,
  type InputOf,
  type JsonValue,
  type Quantity,
  type ResourceOf,
} from './runtime/api/index.ts';

// The controller: what it owns, reads and watches, and what it does
export {
  annotationsChanged,
  anyOf,
  awaitChange,
  checkAgain,
  condition,
  counter,
  defineController,
  findCondition,
  gaugePerObject,
  generationChanged,
  inOrder,
  inReverse,
  labelsChanged,
  notReady,
  owns,
  reads,
  rolloutConditions,
  rolloutOf,
  stage,
  usedBy,
  watches,
  type Action,
  type ConditionInput,
  type ControllerDefinition,
  type Counter,
  type Desired,
  type Events,
  type IndexedReads,
  type Owns,
  type OwnsAndDeletes,
  type Predicate,
  type ProcessView,
  type Reads,
  type Rollout,
  type Stage,
  type StageProgress,
  type StatusInput,
  type StatusWriter,
} from './runtime/reconcile/index.ts';

// The process
export { runOperator, type OperatorDefinition } from './run-operator.ts';

// Settings of its own
export { defineSettings, durationMs, periodMs, type ValuesOf } from './runtime/base/index.ts';

// What everything is made of
export {
  metadataOf,
  OperatorError,
  timestamp,
  type Clock,
  type Condition,
  type Kind,
  type KubeObject,
  type Logger,
  type ObjectKey,
} from './runtime/base/index.ts';

// The built-in kinds that most operators own; the rest is at `@kubewright/operator/kinds`
export {
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  Job,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
} from './runtime/kinds/index.ts';
