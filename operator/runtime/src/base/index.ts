/**
 * Base: leaf modules without knowledge of the API server, which every other module may import.
 *
 * - `objects`: common object fields, object keys, and comparison of resource versions
 * - `kind`: a kind as a typed value; the key of an object's controller
 * - `errors`: the registry of error codes; messages for the compiler
 * - `clock`: time as a parameter; `event-loop`: yields to other work
 * - `abort`: signals, deadlines, and abortable waits
 * - `catch-failure`: work that runs without await, and work that has to finish together
 * - `logger`: the interface of log output
 * - `json`: JSON with exact integers; why a value cannot be written as JSON
 * - `tracing`: spans, if OpenTelemetry is registered
 * - `settings`: the definition of settings
 * - `secrets`: removes secrets from texts for log lines, statuses and spans
 * - `memoize`: caches the results of a function
 * - `escape-invisible`: removes terminal control characters
 *
 * @module
 */
export {
  type CrdSchema,
  type ExternalDocs,
  isRecord,
  type JsonSchema,
  getKubernetesType,
  getMember,
  linkKubernetesType,
  type PatchOperation,
  appendPointer,
  parseQuantity,
  type PolicyCheck,
  type PolicyMutation,
  type PolicyOperation,
  type PolicyRule,
  type ValidationRule,
} from '@kubewright/declaration';
export {
  waitForAbort,
  combineSignals,
  createDeadline,
  hasEndedWithin,
  isAborted,
  neverAborted,
  watchAbort,
} from './abort.ts';
export {
  formatMicroTimestamp,
  sleepWith,
  hasSlept,
  systemClock,
  formatTimestamp,
  type CancelTimer,
  type Clock,
} from './clock.ts';
export {
  abortReason,
  codes,
  type ErrorCode,
  isOperatorError,
  getMessage,
  OperatorError,
  type Please,
  findDuplicate,
} from './errors.ts';
export {
  formatApiVersion,
  toKebabCase,
  buildSiblingKey,
  type Kind,
  formatKind,
  onlyMetadata,
  type MetadataOf,
  type objectType,
  findOwnerKey,
  type TypeOf,
} from './kind.ts';
export { stringifyExactly, toJsonError, parseExactly } from './json.ts';
export { silentLogger, type LogFields, type Logger } from './logger.ts';
export {
  compareResourceVersions,
  type Condition,
  findController,
  type FieldSet,
  formatObject,
  isTerminating,
  getKey,
  formatKey,
  type KubeObject,
  type NamespacedObject,
  type ManagedFieldsEntry,
  type ObjectKey,
  type ObjectMeta,
  toObjectReference,
  type OwnerReference,
  parseKey,
} from './objects.ts';
export { memoize } from './memoize.ts';
export { isSecretOption, redacted, classifySecrecy, hideSecrets } from './secrets.ts';
export {
  checkSettingsTable,
  defineSettings,
  parseDurationMs,
  getEnv,
  getFlag,
  formats,
  listenHost,
  parsePeriodMs,
  readValue,
  runtimeSettings,
  runtimeSettingsData,
  toDeclaredSettings,
  type SettingDefinition,
  type SettingsTable,
  type SettingValue,
  findWrongValue,
  type ValuesOf,
} from './settings/index.ts';
export { waitForAll, catchFailure, type OnFailure } from './catch-failure.ts';
export {
  getActiveSpan,
  beginSpan,
  findTracing,
  runInSpan,
  recordFailure,
  getTraceFields,
  runWithin,
  type Attributes,
  type Span,
  type SpanStart,
} from './tracing.ts';
export { escapeInvisible, escapeInvisibleInLines } from './escape-invisible.ts';
