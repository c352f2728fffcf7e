/**
 * Everything an operator author needs.
 *
 * Declare an API with `defineApi` and `t`, a controller of it with `defineController`, and run it with `runOperator`.
 * All built-in kinds are at `@kubewright/runtime/kinds`; a real control plane for tests is at
 * `@kubewright/testing`.
 *
 * The types that the compiler names for whoever exports a declaration, or a part of one, stand beside each function.
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
  type Api,
  type ApiOf,
  type Column,
  type CrdNames,
  type CrdScale,
  type CrdVersion,
  type CustomResource,
  type CustomResourceDefinition,
  type EmbeddedResource,
  type ExternalDocs,
  type InputOf,
  type JsonSchema,
  type JsonValue,
  type Presence,
  type Quantity,
  type ResourceOf,
  type Schema,
  type UnknownValue,
  type ValidationRule,
} from './api/index.ts';

// The controller: what it owns, reads and watches, and what it does
export {
  annotationsChanged,
  anyOf,
  awaitChange,
  requeueAfter,
  condition,
  counter,
  defineController,
  defineDependencies,
  gaugePerObject,
  generationChanged,
  runInOrder,
  runInReverse,
  labelsChanged,
  notReady,
  owns,
  reads,
  rolloutConditions,
  getRollout,
  stage,
  tryFindCondition,
  usedBy,
  watches,
  type Action,
  type ConditionInput,
  type ContextOf,
  type ControllerDefinition,
  type ControllerParts,
  type Counter,
  type CounterDefinition,
  type Declared,
  type DeleteOptions,
  type Desired,
  type Events,
  type Finalizer,
  type HealthCheck,
  type IndexedReads,
  type MetricDefinition,
  type ObjectGaugeDefinition,
  type OwnedKind,
  type Owns,
  type OwnsAndDeletes,
  type PartsOf,
  type Predicate,
  type ProcessView,
  type ReadKind,
  type Reads,
  type Rollout,
  type Stage,
  type StageProgress,
  type StatusInput,
  type StatusWriter,
  type Trigger,
  type UsedBy,
  type WatchedKind,
} from './reconcile/index.ts';

// Webhooks: what is checked and completed when objects are written
export {
  defineWebhook,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  type AdmissionContext,
  type FieldError,
  type FieldErrorReason,
  type Reader,
  type LookupSelection,
  type Readers,
  type UserInfo,
  type SubmittedObject,
  type DryRun,
  type DryRuns,
  type WebhookContext,
  type WebhookDeclaration,
  type WebhookDefinition,
} from './admission/index.ts';
// Versions of one kind, and how objects are converted between them
export {
  defineConversion,
  spoke,
  conversionError,
  type Content,
  type ConversionDefinition,
  type ConversionOptions,
  type ConversionResult,
  type Spoke,
  type SpokeDeclaration,
  type SpokeDefinition,
} from './conversion/index.ts';

// Admission without a process: what the API server itself checks and completes
export { definePolicy } from './admission/define-policy.ts';
export type {
  PolicyActions,
  PolicyCondition,
  PolicyDeclaration,
  PolicyDefinition,
  PolicyVariable,
} from './admission/policy.ts';
export type { PolicyCheck, PolicyMutation, PolicyOperation } from './base/index.ts';

// The process
export { runOperator, type OperatorDefinition } from './run-operator.ts';

// Settings of its own
export {
  defineSettings,
  parseDurationMs,
  parsePeriodMs,
  type SettingDefinition,
  type ValuesOf,
  type PolicyRule,
} from './base/index.ts';

// What everything is made of
export {
  formatObject,
  onlyMetadata,
  OperatorError,
  formatTimestamp,
  type Clock,
  type Condition,
  type Kind,
  type KubeObject,
  type Logger,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
} from './base/index.ts';

// The built-in kinds that most operators own; the rest is at `@kubewright/runtime/kinds`
export {
  ConfigMap,
  CronJob,
  Deployment,
  Event,
  Ingress,
  Job,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
} from './kinds/index.ts';
