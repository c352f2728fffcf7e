/**
 * Everything an operator author needs.
 *
 * Declare an API with `defineApi` and `t`, a controller of it with `defineController`, and run it with `runOperator`.
 * `@kubewright/runtime/kinds` has all built-in kinds; `@kubewright/testing` has a real control plane for tests.
 *
 * Next to each function are the types that the compiler has to name when you export a declaration or a part of one.
 *
 * @module
 */

// API: one schema defines the types and the CRD
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
  type ApiScope,
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
  type StoredMeta,
  type UnknownValue,
  type ValidationRule,
} from './api/index.ts';

// Controllers: dependencies and reconcile
export {
  allOf,
  annotationsChanged,
  anyOf,
  awaitChange,
  requeueAfter,
  condition,
  counter,
  defineController,
  defineDependencies,
  edits,
  gaugePerObject,
  generationChanged,
  gets,
  hashContent,
  runInOrder,
  runInReverse,
  labelsChanged,
  named,
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
  type AllOf,
  type ConditionInput,
  type ContextOf,
  type ControllerDefinition,
  type ControllerParts,
  type Counter,
  type CounterDefinition,
  type Declared,
  type DeleteOptions,
  type Desired,
  type EditedKind,
  type EditOptions,
  type Edits,
  type Events,
  type Finalizer,
  type ForeignFields,
  type ForeignStatus,
  type ForeignStatusWriter,
  type Gets,
  type GetsOptions,
  type HealthCheck,
  type IndexedReads,
  type LiveKind,
  type MetricDefinition,
  type NamedBy,
  type NamedKind,
  type NamedReads,
  type ObjectGaugeDefinition,
  type Optional,
  type OwnedKind,
  type OwnedInAnyNamespace,
  type Owns,
  type OwnsAndDeletes,
  type OwnsInAnyNamespace,
  type PartsOf,
  type PeriodicWork,
  type Permission,
  type Predicate,
  type ProcessView,
  type RateLimit,
  type ReadKind,
  type Reads,
  type Rollout,
  type Self,
  type SelfOptions,
  type Stage,
  type StageProgress,
  type StatusInput,
  type StatusPatch,
  type StatusWriter,
  type Trigger,
  type UsedBy,
  type WatchedKind,
  type WatchedNamedKind,
} from './reconcile/index.ts';

// The client with the permissions that a controller declares in `uses`
export type {
  AsRead,
  CheckedForms,
  FormsOf,
  ObjectRequest,
  PermittedClient,
  Resource,
  WrittenKind,
} from './client/index.ts';

// Webhooks: validate and complete objects on writes
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
  type HandlerContext,
  type WebhookContext,
  type WebhookDeclaration,
  type WebhookDefinition,
} from './admission/index.ts';
// Conversion: several versions of one kind
export {
  defineConversion,
  spoke,
  conversionError,
  type Content,
  type ConversionDefinition,
  type ConversionOptions,
  type ConversionResult,
  type SharedFields,
  type SharedNames,
  type Spoke,
  type SpokeDeclaration,
  type SpokeDefinition,
} from './conversion/index.ts';

// Admission policies, which the API server evaluates itself
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
export type { NamespacesOptions } from './manager/selected-namespaces.ts';
export { runOperator, type OperatorDefinition } from './run-operator.ts';

// The author's settings
export {
  defineSettings,
  parseDurationMs,
  parsePeriodMs,
  parseQuantity,
  type SettingDefinition,
  type ValuesOf,
  type PolicyRule,
} from './base/index.ts';

// Base types
export {
  formatObject,
  onlyMetadata,
  OperatorError,
  formatTimestamp,
  type Clock,
  type Condition,
  type Kind,
  type KubeObject,
  type MetadataOf,
  type Logger,
  type NamespacedObject,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
  type Please,
} from './base/index.ts';

// The built-in kinds that most operators own; `@kubewright/runtime/kinds` has the rest
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
