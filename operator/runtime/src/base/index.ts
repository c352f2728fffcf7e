/**
 * Base: leaves that every other room stands on and that know nothing of Kubernetes' API server.
 *
 * - `objects`: what every Kubernetes object has, the key that names one, and which of two versions is older
 * - `kind`: a kind of object as a value that carries its type; the key of the resource of a kind that controls an object
 * - `errors`: the one registry of error codes; sentences in the compiler's messages
 * - `clock`: time as a parameter; `event-loop`: whose turn it is
 * - `abort`: signals, deadlines, and waits that end
 * - `catch-failure`: work that nobody waits for, and works that all have to end
 * - `logger`: where log lines go
 * - `json`: JSON that rounds no integer; why a value cannot be written as JSON
 * - `tracing`: spans, for whoever has registered OpenTelemetry
 * - `settings`: what a setting is
 * - `secrets`: what is secret by its name or form in the texts of an author, for log lines, statuses and spans
 * - `memoize`: a function that remembers
 * - `escape-invisible`: texts without anything that a terminal obeys
 *
 * @module
 */
export {
  type CrdSchema,
  type DeclaredSetting,
  type ExternalDocs,
  isRecord,
  type JsonSchema,
  getMember,
  type PatchOperation,
  appendPointer,
  type PolicyCheck,
  type PolicyMutation,
  type PolicyOperation,
  type PolicyRule,
  type ValidationRule,
} from '@kubewright/declaration';
export {
  waitForAbort,
  type AbortWatch,
  combineSignals,
  createDeadline,
  type Deadline,
  hasEndedWithin,
  isAborted,
  neverAborted,
  watchAbort,
} from './abort.ts';
export {
  formatMicroTimestamp,
  sleepWith,
  systemClock,
  formatTimestamp,
  type CancelTimer,
  type Clock,
} from './clock.ts';
export {
  abortReason,
  codes,
  type ErrorCode,
  type ErrorDetails,
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
  type ManagedFieldsEntry,
  type ObjectKey,
  type ObjectMeta,
  toObjectReference,
  type ObjectReference,
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
  type IntegerSetting,
  type ListSetting,
  type SettingAlias,
  type SettingDefinition,
  type SettingFormat,
  type SettingsTable,
  type SettingValue,
  findWrongValue,
  type StringSetting,
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
